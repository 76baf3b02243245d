import { type StyleRule, styleRules } from './style-text.ts'
import { type Attributes, isNoContent, openedBy } from './visibility.ts'

/** What is known of a page before it is written. */
export interface Survey {
  /** Ids of elements that controls open. */
  readonly opened: ReadonlySet<string>
  /** Texts that style sheets add. */
  readonly styles: readonly StyleRule[]
  /** Whether style sheets in other files may add texts. */
  readonly linksStyles: boolean
  /** Texts of templates that a script of the page may show. */
  readonly templates: readonly string[]
}

/** Collects a survey of a page from the events of a parser. */
export class Surveyor {
  readonly #opened = new Set<string>()
  readonly #styles: StyleRule[] = []
  readonly #templates: string[] = []
  readonly #path: string[] = []
  #style: string | undefined
  #template: { readonly depth: number; readonly isMarkup: boolean; readonly parts: string[] } | undefined
  #hasScript = false
  #linksStyles = false

  open(name: string, attributes: Attributes): void {
    for (const id of openedBy(attributes)) this.#opened.add(id)
    this.#style = name === 'style' && !/^\s{0,9}print\s{0,9}$/i.test(attributes.media ?? '') ? '' : undefined
    if (name === 'link' && /stylesheet/i.test((attributes.rel ?? '').slice(0, 100))) this.#linksStyles = true
    const isMarkup = name === 'script' && MARKUP.test((attributes.type ?? '').slice(0, 100))
    if (name === 'script' && !isMarkup && !/json/i.test(attributes.type ?? '')) this.#hasScript = true
    if (isMarkup || (name === 'template' && isNoContent(name, attributes)))
      this.#template ??= { depth: this.#path.length, isMarkup, parts: [] }
    else this.#template?.parts.push(' ')
    this.#path.push(name)
  }

  text(text: string): void {
    if (this.#style !== undefined) this.#style += text
    else if (this.#path.at(-1) !== 'script' || this.#template?.isMarkup) this.#template?.parts.push(text)
  }

  close(): void {
    this.#path.pop()
    if (this.#style) this.#styles.push(...styleRules(this.#style))
    this.#style = undefined
    if (this.#template === undefined || this.#path.length > this.#template.depth) return
    const parts = this.#template.parts.join('').replace(PLACEHOLDER, ' ')
    const text = (this.#template.isMarkup ? parts.replace(TAG, ' ') : parts).replace(/\s+/g, ' ').trim()
    this.#template = undefined
    if (isSentence(text)) this.#templates.push(text)
  }

  finish(): Survey {
    const templates = this.#hasScript ? this.#templates : []
    return { opened: this.#opened, styles: this.#styles, linksStyles: this.#linksStyles, templates }
  }
}

/** What a script replaces by its data. */
const PLACEHOLDER = /\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}|<%[^<>%]{0,200}%>/g
const TAG = /<[^<>]{0,1000}>/g
/** Types of scripts that are templates. */
const MARKUP = /template|html|handlebars|mustache/i
const LETTER = /\p{L}/gu
/** Characters of which one says as much as two letters. */
const WORD_LIKE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu
/** A template with fewer letters has names of fields and buttons. */
const LEAST_LETTERS = 30
const LONGEST_LOOKED_AT = 10_000

/** Returns whether a template says more than the names of its fields. */
function isSentence(text: string): boolean {
  const start = text.slice(0, LONGEST_LOOKED_AT)
  return (start.match(LETTER)?.length ?? 0) + (start.match(WORD_LIKE)?.length ?? 0) >= LEAST_LETTERS
}
