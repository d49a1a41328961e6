// The document behind `page.$`: built by one of two parsers and counted while it is built, from pieces so small that a string
// taken out of it keeps next to nothing of the page alive.
import type { CheerioAPI } from 'cheerio'
import { countedAdapter } from './counted-adapter.ts'
import { cheerioFull, cheerioSlim, htmlparser2, parse5 } from './lazy-modules.ts'
import { TreeBudget } from './tree-budget.ts'
import type { TreeCaps } from './tree-budget.ts'

/**
 * What stands under `page.$`. `htmlparser2` (default) is lighter and keeps the tree as it is written; `parse5` repairs it as a
 * browser does, with `html`, `head`, `body` and `tbody` where they were left out.
 */
export type DocumentParser = 'htmlparser2' | 'parse5'

/** Takes the text of a document in pieces and gives it as a cheerio document. */
export interface DocumentBuilder {
  /** @throws TreeTooLarge as soon as a cap is passed */
  write(piece: string): void
  end(): CheerioAPI
}

/** Begins a document. XML is always built by htmlparser2. */
export function buildDocument(
  kind: 'html' | 'xml',
  parser: DocumentParser,
  caps: TreeCaps,
): DocumentBuilder {
  const budget = new TreeBudget(caps)
  if (kind === 'xml') return buildPlain(budget, true)
  return parser === 'parse5' ? buildRepaired(budget) : buildPlain(budget, false)
}

/** With htmlparser2, under the lean cheerio. */
function buildPlain(budget: TreeBudget, xmlMode: boolean): DocumentBuilder {
  const { DomHandler, Parser } = htmlparser2()
  class CountedHandler extends DomHandler {
    protected override addNode(node: (typeof this.root.children)[number]): void {
      // The stack holds the root and the open elements; the node is one level below the last of them.
      budget.add(this.tagStack.length)
      super.addNode(node)
    }
  }
  const options = { xmlMode }
  const handler = new CountedHandler(undefined, options)
  const parser = new Parser(handler, options)
  return {
    write: (piece) => parser.write(piece),
    end: () => {
      parser.end()
      return cheerioSlim().load(handler.root, options)
    },
  }
}

/** With parse5, under the full cheerio. A crawler runs no scripts, so `noscript` holds elements, not text. */
function buildRepaired(budget: TreeBudget): DocumentBuilder {
  const { Parser, treeAdapter } = parse5()
  const parser = new Parser({
    treeAdapter: countedAdapter(treeAdapter, budget),
    scriptingEnabled: false,
  })
  return {
    write: (piece) => parser.tokenizer.write(piece, false),
    end: () => {
      parser.tokenizer.write('', true)
      const { load } = cheerioFull()
      return load(parser.document as unknown as Parameters<typeof load>[0], {
        scriptingEnabled: false,
      })
    },
  }
}
