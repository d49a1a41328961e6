#!/usr/bin/env node
// Crawls two real manuals to their end with `curtsy crawl --delay 0` and compares with an independent walk; see README.md.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const repo = join(here, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'curtsy-manuals-'))
const MANUALS = [
  { name: 'Python', port: 18301, root: '/usr/share/doc/python3.11/html', rules: ['/c-api/', '/_sources/', '+/c-api/intro.html', '/distutils/'] },
  { name: 'PostgreSQL', port: 18302, root: '/usr/share/doc/postgresql-doc-15/html', rules: ['/sql-', '+/sql-select.html', '/catalog-'] },
]

for (const { port, rules } of MANUALS) {
  mkdirSync(join(scratch, String(port)))
  const lines = rules.map((rule) => (rule.startsWith('+') ? `Allow: ${rule.slice(1)}` : `Disallow: ${rule}`))
  writeFileSync(join(scratch, String(port), 'robots.txt'), `User-agent: *\n${lines.join('\n')}\n`)
}
const servers = MANUALS.map(
  ({ port, root }) => `server {
    listen 127.0.0.1:${port}; root ${root}; access_log ${scratch}/${port}.log plain;
    location = /robots.txt { root ${scratch}/${port}; }
    location / { index index.html; }
  }`,
)
writeFileSync(
  join(scratch, 'nginx.conf'),
  `pid ${scratch}/pid; error_log ${scratch}/error.log; worker_processes 1; daemon off; master_process off;
events { worker_connections 256; }
http { include /etc/nginx/mime.types; default_type application/octet-stream; charset utf-8; gzip on; gzip_types text/css;
  client_body_temp_path ${scratch}/b; proxy_temp_path ${scratch}/p; fastcgi_temp_path ${scratch}/f; uwsgi_temp_path ${scratch}/u; scgi_temp_path ${scratch}/s;
  log_format plain '$status $request_uri $http_user_agent';
  ${servers.join('\n  ')} }\n`,
)
const nginx = spawn('nginx', ['-c', join(scratch, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] })
process.on('exit', () => nginx.kill())
await new Promise((resolve) => setTimeout(resolve, 500))

let wrong = 0
for (const { name, port, root, rules } of MANUALS) {
  const origin = `http://127.0.0.1:${port}`
  const walked = JSON.parse(execFileSync('python3', [join(here, 'walk.py'), root, origin, ...rules], { maxBuffer: 1 << 28 }))
  const out = join(scratch, `${port}.jsonl`)
  const before = process.resourceUsage()
  const started = performance.now()
  const said = execFileSync(
    process.execPath,
    [
      join(repo, 'node_modules/tsx/dist/cli.mjs'), '--conditions=@curtsy/source', join(repo, 'packages/cli/src/main.ts'), 'crawl', `${origin}/`,
      '--agent', 'ExampleBot/1.0 (+https://example.com/bot)', '--allow-address', '127.0.0.0/8', '--delay', '0',
      '--store', join(scratch, `${port}.db`), '--out', out, '--json', '--quiet',
    ],
    { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const seconds = (performance.now() - started) / 1_000
  void before
  const report = JSON.parse(said)
  const log = readFileSync(join(scratch, `${port}.log`), 'utf8').trim().split('\n').map((line) => line.split(' '))
  const fetched = log.map(([, path]) => path).filter((path) => path !== '/robots.txt')
  const set = new Set(fetched)
  const expected = new Set(walked.fetch)
  const titles = new Map(readFileSync(out, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map(({ url, title }) => [url.slice(origin.length), title ?? '']))
  const findings = {
    missed: [...expected].filter((path) => !set.has(path)),
    unexpected: [...set].filter((path) => !expected.has(path)),
    twice: fetched.filter((path, at) => fetched.indexOf(path) !== at),
    disallowed: fetched.filter((path) => walked.closed.includes(path)),
    wrongTitles: Object.entries(walked.titles).filter(([path, title]) => titles.get(path) !== title).map(([path, title]) => [path, title, titles.get(path)]),
  }
  wrong += Object.values(findings).flat().length
  console.log(
    JSON.stringify({
      manual: name, urls: expected.size, titles: Object.keys(walked.titles).length, closed: walked.closed.length, missingFiles: walked.missing.length,
      robotsRequests: log.length - fetched.length, delivered: report.delivered, failed: report.failed, refused: report.refused,
      discovered: report.discovered, seconds: +seconds.toFixed(1), load: loadavg()[0].toFixed(1),
      ...Object.fromEntries(Object.entries(findings).map(([finding, list]) => [finding, list.length])),
    }),
  )
  for (const [finding, list] of Object.entries(findings)) if (list.length > 0) console.log(`  ${finding}:`, list.slice(0, 10))
}
nginx.kill()
rmSync(scratch, { recursive: true, force: true })
process.exitCode = wrong === 0 ? 0 : 1
