/** TLS sessions by host and address, so that coming back after the delay costs no full handshake. */
export interface TlsSessions {
  get(key: string): Buffer | undefined
  set(key: string, session: Buffer): void
}

/** Keeps the latest session of each of the last `maxSessions` hosts. A session is used until a newer one comes. */
export function tlsSessions(maxSessions = 256): TlsSessions {
  const sessions = new Map<string, Buffer>()
  return {
    get: (key) => sessions.get(key),
    set(key, session) {
      sessions.delete(key)
      sessions.set(key, session)
      if (sessions.size <= maxSessions) return
      const [eldest] = sessions.keys()
      if (eldest !== undefined) sessions.delete(eldest)
    },
  }
}
