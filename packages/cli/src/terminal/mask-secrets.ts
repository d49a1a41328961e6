// HW-OUT-07: what stands in a URL and opens a door is not written into logs.

/** Query parameters whose values are masked. Compared without case, and without `-` and `_`. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'sessiontoken',
  'csrftoken',
  'xsrftoken',
  'jwt',
  'bearer',
  'apikey',
  'apitoken',
  'apisecret',
  'key',
  'accesskey',
  'secretkey',
  'privatekey',
  'subscriptionkey',
  'secret',
  'clientsecret',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'pass',
  'auth',
  'authorization',
  'credential',
  'credentials',
  'signature',
  'sig',
  'hmac',
  'session',
  'sessionid',
  'sid',
  'phpsessid',
  'jsessionid',
  'xamzsignature',
  'xamzsecuritytoken',
  'xamzcredential',
  'xgoogsignature',
  'xgoogcredential',
])

/** What stands for a secret. */
export const MASK = '***'

const USER_INFO = /\b([a-z][a-z0-9+.-]{0,15}:\/\/)[^\s/?#@"'<>]*@/gi
const PARAMETER = /([?&;#])([^\s=&;#?"'<>]{1,64})=([^\s&;#"'<>]+)/g

/**
 * Text with the secrets of the URLs in it masked: the user and password before the host, and the values of parameters that are on
 * the list. Works on whole sentences, so that whatever is logged can go through it.
 *
 * @example maskSecrets('Fetched https://me:pw@a.test/?page=2&token=abc') // 'Fetched https://***@a.test/?page=2&token=***'
 */
export function maskSecrets(text: string): string {
  return text
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(PARAMETER, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${MASK}` : whole,
    )
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(decoded(name).toLowerCase().replace(/[-_]/g, ''))
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // No valid percent-encoding: the name is taken as it is written.
    return name
  }
}
