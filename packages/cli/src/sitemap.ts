// `curtsy sitemap` from its arguments to its exit code.
import { walkSitemaps } from '@curtsy/sitemap'
import type { UrlEntry, WalkSummary } from '@curtsy/sitemap'
import { EXIT } from './exit-code.ts'
import { productTokens } from './input/product-tokens.ts'
import { openSitemapInput } from './input/sitemap-input.ts'
import type { SitemapInput, SitemapInputFlags } from './input/sitemap-input.ts'
import { LineBatch } from './output/line-batch.ts'
import { sitemapProblemLines } from './report/sitemap-problem-lines.ts'
import { waitText } from './report/wait-text.ts'
import { SitemapProblems } from './sitemap-problems.ts'
import { sayLine } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import { countText, reasonsText } from './terminal/count-text.ts'
import { forPeople } from './terminal/for-people.ts'
import { ProgressLine } from './terminal/progress-line.ts'
import { jsonLine } from './terminal/visible.ts'
import { UsageError } from './usage-error.ts'

export interface SitemapFlags extends SitemapInputFlags {
  readonly fields: 'core' | 'all'
  readonly since?: Date
  readonly check?: true
  readonly token?: readonly string[]
  readonly json?: true
}

/** Entries between two looks at the progress. */
const PROGRESS_EVERY = 1_000

/** @returns the exit code: 0, or 1 if `--check` found a problem */
export async function sitemap(
  source: string,
  flags: SitemapFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { out, err } = surroundings
  const input = await openSitemapInput(source, flags, surroundings)
  const progress = new ProgressLine(err, flags.check === true || !out.isTty)
  input.onWait((event) => progress.say(waitText(event, event.untilMs - event.forMs) ?? ''))
  const problems = new SitemapProblems()
  try {
    const take = flags.check ? checker(input, problems, flags, surroundings) : printer(surroundings)
    const summary = await walk(input, flags, problems, progress, take)
    progress.clear()
    if (summary === undefined) return EXIT.done
    return flags.check
      ? sayChecked(problems, summary, flags, surroundings)
      : sayRead(problems, summary, surroundings)
  } finally {
    progress.clear()
    await input.close()
  }
}

/** What is done with the entries. */
interface Taker {
  /** False: nobody wants any more. */
  take(entry: UrlEntry): boolean | Promise<boolean>
  end(): Promise<void>
}

/** JSON lines, at the pace of whoever reads them. */
function printer({ out, onReaderGone }: Surroundings): Taker {
  const batch = new LineBatch(out)
  let wanted = true
  const unlisten = onReaderGone(() => {
    wanted = false
  })
  return {
    take(entry) {
      const full = batch.add(jsonLine(entry))
      return full ? batch.flush().then(() => wanted) : wanted
    },
    async end() {
      if (wanted) await batch.flush()
      unlisten()
    },
  }
}

/** Entries that robots.txt closes, where it has been read on the way. */
function checker(
  { robotsOf }: SitemapInput,
  problems: SitemapProblems,
  flags: SitemapFlags,
  { env }: Surroundings,
): Taker {
  let tokens: readonly string[] | undefined
  return {
    async take({ loc }) {
      const robots = await robotsOf(new URL(loc).origin)
      if (robots === undefined) return true
      tokens ??= productTokens(flags, env)
      problems.judge(loc, robots, tokens)
      return true
    },
    end: () => Promise.resolve(),
  }
}

/** Walks to the end; undefined where the reader has gone away before. */
async function walk(
  input: SitemapInput,
  { fields, since }: SitemapFlags,
  problems: SitemapProblems,
  progress: ProgressLine,
  taker: Taker,
): Promise<WalkSummary | undefined> {
  let files = 0
  let taken = 0
  let at = ''
  const show = (): void =>
    progress.say(
      `${countText(taken, 'entry', 'entries')}, file ${files}: ${forPeople(input.nameOf(at))}`,
    )
  const entries = walkSitemaps({
    start: input.start,
    crossSubmitHosts: input.crossSubmitHosts,
    fields,
    ...(since === undefined ? {} : { since }),
    load: (url) => {
      files++
      at = url
      show()
      return input.load(url)
    },
    onProblem: (problem) => problems.add(problem, input.nameOf),
  })
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- entries come one after the other
      const { done, value } = await entries.next()
      if (done) return value
      if (++taken % PROGRESS_EVERY === 0) show()
      const wanted = taker.take(value)
      // oxlint-disable-next-line no-await-in-loop -- a slow reader slows the reading
      if (!(typeof wanted === 'boolean' ? wanted : await wanted)) return undefined
    }
  } finally {
    await entries.return(undefined as never)
    await taker.end()
  }
}

function sayChecked(
  problems: SitemapProblems,
  { sitemaps, entries }: WalkSummary,
  { json }: SitemapFlags,
  { out }: Surroundings,
): number {
  const { counts, kept } = problems
  if (json) sayLine(out, jsonLine({ sitemaps, entries, counts, problems: kept }))
  else
    for (const line of sitemapProblemLines(problems, { sitemaps, entries }, out.paint))
      sayLine(out, line)
  return kept.length === 0 ? EXIT.done : EXIT.no
}

/** What makes a file no sitemap at all. */
const UNREADABLE: ReadonlySet<string> = new Set(['fetch-failed', 'html', 'not-a-sitemap', 'empty'])

/** @throws UsageError where nothing could be read */
function sayRead(
  { counts, kept }: SitemapProblems,
  { sitemaps, entries }: WalkSummary,
  { err }: Surroundings,
): number {
  const [first] = kept
  if (entries === 0 && sitemaps <= 1 && first !== undefined && UNREADABLE.has(first.code))
    throw new UsageError(`${first.sitemap} cannot be read. ${first.message.replace(/\.$/, '')}.`)
  if (first !== undefined)
    sayLine(err, `note: There are problems (${reasonsText(counts)}); --check shows them.`)
  return EXIT.done
}
