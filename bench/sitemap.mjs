#!/usr/bin/env node
// Reading large sitemaps: Curtsy beside bare saxes and Crawlee. CPU, peak memory, time to the first entry.
//   node sitemap.mjs [--repeat 3] [--big] [--scale] [--only name,name]
// Build first (tsc -b packages/sitemap). Peers: npm i saxes @crawlee/utils@3 in a scratch folder, BENCH_MODULES names it.
// Each figure is a process of its own: modules loaded, then one file read to its end, nothing warmed up.
import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './adapters/lib.mjs';

const dir = join(tmpdir(), 'curtsy-bench-sitemap');
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n';
const pad = (k, n) => String(k).padStart(n, '0');
const loc = (k) => `https://www.example.com/category-${k % 40}/some-product-name-with-words-${pad(k, 7)}.html`;
const date = (k) => `2024-${pad(1 + (k % 12), 2)}-${pad(1 + (k % 28), 2)}T10:00:00Z`;
const plain = (k) => `  <url>\n    <loc>${loc(k)}</loc>\n    <lastmod>${date(k)}</lastmod>\n    <changefreq>weekly</changefreq>\n    <priority>0.${k % 10}</priority>\n  </url>\n`;
const extended = (k) => `  <url>\n    <loc>${loc(k)}</loc>\n    <lastmod>${date(k)}</lastmod>\n`
  + ['de', 'fr', 'es'].map((l) => `    <xhtml:link rel="alternate" hreflang="${l}" href="${loc(k)}?lang=${l}&amp;v=1"/>\n`).join('')
  + [1, 2].map((n) => `    <image:image>\n      <image:loc>https://cdn.example.net/images/${k}-${n}.jpg</image:loc>\n      <image:title>Product ${k} &amp; view ${n}</image:title>\n    </image:image>\n`).join('')
  + `    <video:video>\n      <video:thumbnail_loc>https://cdn.example.net/t/${k}.jpg</video:thumbnail_loc>\n      <video:title>Video of product ${k}</video:title>\n      <video:description><![CDATA[A short film & more about product ${k}]]></video:description>\n      <video:duration>${60 + (k % 600)}</video:duration>\n    </video:video>\n  </url>\n`;
const INPUTS = {
  plain: { entries: 250_000, entry: plain },
  extended: { entries: 50_000, entry: extended },
  big: { entries: 2_600_000, entry: plain },
};
for (const n of [1_000, 10_000, 100_000, 1_000_000, 5_000_000]) INPUTS[`scale-${n}`] = { entries: n, entry: plain };

async function make(name) {
  const path = join(dir, `${name}.xml`);
  if (existsSync(path)) return path;
  mkdirSync(dir, { recursive: true });
  const { entries, entry } = INPUTS[name];
  const out = createWriteStream(path);
  let text = HEAD;
  for (let k = 0; k < entries; k++) {
    text += entry(k);
    if (text.length > 1 << 20) { if (!out.write(text)) await once(out, 'drain'); text = ''; }
  }
  out.end(`${text}</urlset>\n`);
  await once(out, 'finish');
  return path;
}

const ADAPTERS = {
  async saxes(path) {
    const { SaxesParser } = await load('saxes');
    return async () => {
      const parser = new SaxesParser();
      for await (const text of createReadStream(path, 'utf8')) parser.write(text);
      parser.close();
      return { entries: 0 };
    };
  },
  // By URL, as it is meant to be used: for a raw string this version hashes the whole text again for each entry.
  async crawlee(path) {
    const { parseSitemap } = await load('@crawlee/utils');
    return async (first) => {
      let entries = 0;
      for await (const item of parseSitemap([{ type: 'url', url: `${process.env.SITEMAP_SERVER}/${basename(path)}` }], undefined, { enqueueStrategy: 'all' })) { if (entries++ === 0) first(); void item.loc; }
      return { entries };
    };
  },
  curtsy: (path) => curtsy(path, 'core'),
  'curtsy all': (path) => curtsy(path, 'all'),
  async 'curtsy batches'(path) {
    const { parseSitemapBatches } = await import('../packages/sitemap/dist/index.js');
    return async (first) => {
      let entries = 0;
      for await (const batch of parseSitemapBatches(createReadStream(path), { url: 'https://www.example.com/sitemap.xml', maxBytes: Infinity, onProblem() {} })) { if (entries === 0) first(); entries += batch.length; }
      return { entries };
    };
  },
};
async function curtsy(path, fields) {
  const { parseSitemap } = await import('../packages/sitemap/dist/index.js');
  return async (first) => {
    let entries = 0;
    for await (const entry of parseSitemap(createReadStream(path), { url: 'https://www.example.com/sitemap.xml', fields, maxBytes: Infinity, onProblem() {} })) { if (entries++ === 0) first(); void entry.loc; }
    return { entries };
  };
}

let server;
const median = (a) => a.toSorted((x, y) => x - y)[a.length >> 1];
function run(adapter, path) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'run', adapter, path], { encoding: 'utf8', env: { ...process.env, SITEMAP_SERVER: server } });
  if (child.status !== 0) return { adapter, failed: child.stderr.trim().split('\n').find((l) => /Error/.test(l)) ?? `exit ${child.status ?? child.signal}` };
  return JSON.parse(child.stdout);
}
async function compare(name, adapters, repeat) {
  const path = await make(name);
  const MB = statSync(path).size / 1e6;
  const runs = adapters.map(() => []);
  for (let round = 0; round < repeat; round++) for (const [i, adapter] of adapters.entries()) runs[i].push(run(adapter, path));
  const base = median(runs[0].map((r) => r.cpuS ?? NaN));
  for (const [i, adapter] of adapters.entries()) {
    const good = runs[i].filter((r) => !r.failed);
    if (good.length === 0) { console.log(JSON.stringify({ input: name, adapter, ...runs[i][0] })); continue; }
    const cpuS = median(good.map((r) => r.cpuS));
    console.log(JSON.stringify({ input: name, MB: +MB.toFixed(1), adapter, entries: good[0].entries, cpuS: +cpuS.toFixed(2), MBperCpuS: +(MB / cpuS).toFixed(1), ratio: +(base / cpuS).toFixed(2), usPerEntry: good[0].entries ? +(cpuS * 1e6 / good[0].entries).toFixed(2) : undefined, firstEntryMs: good[0].firstMs === undefined ? undefined : +median(good.map((r) => r.firstMs)).toFixed(0), peakRssMB: Math.round(median(good.map((r) => r.peakRssMB))) }));
  }
}

if (process.argv[2] === 'run') {
  const parse = await ADAPTERS[process.argv[3]](process.argv[4]);
  const before = process.cpuUsage(), start = performance.now();
  let firstMs;
  const { entries } = await parse(() => { firstMs = performance.now() - start; });
  const used = process.cpuUsage(before);
  console.log(JSON.stringify({ adapter: process.argv[3], entries, cpuS: (used.user + used.system) / 1e6, wallS: (performance.now() - start) / 1e3, firstMs, peakRssMB: process.resourceUsage().maxRSS / 1024 }));
} else if (process.argv[2] === 'serve') {
  const http = createServer((request, response) => {
    response.setHeader('content-type', 'application/xml');
    createReadStream(join(dir, basename(request.url))).pipe(response);
  }).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}`));
} else {
  const serving = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  server = String(await once(serving.stdout, 'data')).trim();
  const flag = (name) => process.argv.includes(name);
  const value = (name) => (flag(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
  const repeat = +(value('--repeat') ?? 3);
  const adapters = value('--only')?.split(',') ?? ['saxes', 'crawlee', 'curtsy', 'curtsy batches', 'curtsy all'];
  if (flag('--big')) await compare('big', adapters, 1);
  else if (flag('--scale')) for (const name of Object.keys(INPUTS).filter((n) => n.startsWith('scale-'))) await compare(name, value('--only') ? adapters : ['curtsy'], 1);
  else for (const name of ['plain', 'extended']) await compare(name, adapters, repeat);
  serving.kill();
}
