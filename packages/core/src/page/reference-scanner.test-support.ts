// The scanner's reference: the same findings, but the markup is read by htmlparser2's tokenizer.
import { Tokenizer } from 'htmlparser2'
import type { TokenizerCallbacks } from 'htmlparser2'
import type { CreateLinkScanner, LinkScanner, PageScan, ScanLimits } from './page-scan.ts'
import { MAX_RAW_TITLE, ScanFindings } from './scan-findings.ts'
import type { AttributeId, TagKind } from './tag-roles.ts'
import { attributeAt, OTHER_TAG, tagKindAt } from './tag-roles.ts'

export const createReferenceScanner: CreateLinkScanner = (limits, metaNames) =>
  new ReferenceScanner(limits, metaNames)

class ReferenceScanner implements LinkScanner, TokenizerCallbacks {
  readonly #findings: ScanFindings
  readonly #limits: ScanLimits
  readonly #tokenizer: Tokenizer
  #text = ''
  #ending = false
  #tag: TagKind = OTHER_TAG
  #inRawText = false
  #attributes = 0
  #attributeStart = 0
  #attribute: AttributeId | -1 = -1
  #value = ''

  constructor(limits: ScanLimits, metaNames: ReadonlySet<string>) {
    this.#findings = new ScanFindings(limits, metaNames)
    this.#limits = limits
    this.#tokenizer = new Tokenizer({ decodeEntities: false }, this)
  }

  get stopped(): boolean {
    return this.#findings.stopped
  }

  write(text: string): void {
    if (this.stopped) return
    this.#text += text
    this.#tokenizer.write(text)
  }

  end(): PageScan {
    this.#ending = true
    if (!this.stopped) this.#tokenizer.end()
    return this.#findings.result()
  }

  ontext(start: number, end: number): void {
    // At the end the tokenizer hands out unfinished markup as text; the scan leaves it out.
    if (this.#ending && !this.#inRawText) return
    this.#findings.text()
    if (this.#findings.inTitle) this.#findings.titleText(this.#text.slice(start, end))
    this.#pauseIfStopped()
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#tagOf(start, end)
    this.#attributes = 0
    this.#findings.openTag(this.#tag)
    this.#pauseIfStopped()
  }

  onattribname(start: number, end: number): void {
    this.#attributes += 1
    this.#attributeStart = start
    this.#attribute = -1
    this.#value = ''
    const { wanted } = this.#tag
    if (this.#attributes > this.#limits.maxAttributes) this.#findings.cut('attributes')
    else if (wanted !== undefined) {
      const id = attributeAt(this.#text, start, end, wanted)
      if (id >= 0 && !this.#findings.hasAttribute(id as AttributeId)) this.#attribute = id
    }
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#text.slice(start, end)
  }

  onattribend(_quote: unknown, end: number): void {
    if (end - this.#attributeStart > this.#limits.maxAttributeBytes)
      this.#findings.cut('attributes')
    else if (this.#attribute >= 0)
      this.#findings.attribute(this.#attribute as AttributeId, this.#value)
  }

  onopentagend(): void {
    this.#inRawText = this.#tag.raw
    this.#findings.endOfTag(false)
  }

  onselfclosingtag(): void {
    this.#findings.endOfTag(true)
  }

  onclosetag(start: number, end: number): void {
    this.#inRawText = false
    this.#findings.closeTag(this.#tagOf(start, end))
  }

  oncomment(): void {
    this.#findings.comment()
    this.#pauseIfStopped()
  }

  oncdata(): void {
    this.oncomment()
  }

  ondeclaration(): void {
    this.#findings.declaration()
  }

  onprocessinginstruction(): void {
    this.#findings.declaration()
  }

  onend(): void {}
  // With decoding off there are none.
  onattribentity(): void {}
  ontextentity(): void {}

  #pauseIfStopped(): void {
    if (this.stopped) this.#tokenizer.pause()
  }

  #tagOf(start: number, end: number): TagKind {
    if (end - start <= Math.max(this.#limits.maxAttributeBytes, MAX_RAW_TITLE))
      return tagKindAt(this.#text, start, end)
    this.#findings.cut('attributes')
    return OTHER_TAG
  }
}
