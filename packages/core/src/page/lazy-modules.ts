// Modules that cost more to load than a short crawl costs to run. They are required at first touch, not imported, because the
// places that touch them (`page.$`) are synchronous. All of them are the CommonJS builds, so that they share one htmlparser2.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** htmlparser2: the tokenizer of the scan, and the parser under `page.$`. */
export function htmlparser2(): typeof import('htmlparser2') {
  return require('htmlparser2') as typeof import('htmlparser2')
}

/** cheerio on htmlparser2 alone. */
export function cheerioSlim(): typeof import('cheerio/slim') {
  return require('cheerio/slim') as typeof import('cheerio/slim')
}

/** cheerio with parse5 beside it. */
export function cheerioFull(): typeof import('cheerio') {
  return require('cheerio') as typeof import('cheerio')
}

/** The part of parse5 that is used here. */
export interface Parse5 {
  /** A parser that takes its text in pieces. */
  readonly Parser: new (options: {
    readonly treeAdapter: TreeAdapter
    readonly scriptingEnabled: boolean
  }) => {
    readonly document: TreeNode
    readonly tokenizer: { write(text: string, isLast: boolean): void }
  }
  /** Makes cheerio's kind of nodes. */
  readonly treeAdapter: TreeAdapter
}

/** A node of the tree that cheerio works on, as far as a tree adapter must know it. */
export interface TreeNode {
  readonly type: string
  readonly children?: TreeNode[]
  parent: TreeNode | null
  prev: TreeNode | null
  next: TreeNode | null
  data?: string
}

/** The functions of parse5's tree adapter that are watched or replaced; the others pass through. */
export interface TreeAdapter {
  createElement(name: string, namespace: string, attributes: unknown): TreeNode
  createCommentNode(text: string): TreeNode
  createTextNode(text: string): TreeNode
  appendChild(parent: TreeNode, node: TreeNode): void
  insertBefore(parent: TreeNode, node: TreeNode, reference: TreeNode): void
  insertText(parent: TreeNode, text: string): void
  insertTextBefore(parent: TreeNode, text: string, reference: TreeNode): void
  detachNode(node: TreeNode): void
}

/** parse5 and its adapter, the very copies that cheerio uses: they are looked up from where cheerio lies. */
export function parse5(): Parse5 {
  const requireOfCheerio = createRequire(require.resolve('cheerio'))
  const { Parser } = requireOfCheerio('parse5') as Pick<Parse5, 'Parser'>
  const { adapter } = requireOfCheerio('parse5-htmlparser2-tree-adapter') as {
    readonly adapter: TreeAdapter
  }
  return { Parser, treeAdapter: adapter }
}
