import type { Block } from '../block.ts'
import type { Separation } from './elements.ts'

/** A line break, or an empty line. */
type Gap = 0 | 1 | 2

/** Collects words as a page shows them: white space is one space, blocks are lines. */
export class Flow {
  readonly #blocks: Block[] = []
  #parts: string[] = []
  #line = ''
  #gap: Gap = 0
  #spaced = false
  /** The tags since the last text. */
  #edge: Edge | undefined
  /** Length of the last text. */
  #run = 0

  /** Adds text. */
  add(text: string): void {
    const collapsed = text.replace(/[\s\u00a0]+/g, ' ').replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    if (collapsed === '') return
    const words = collapsed.trim()
    if (words === '') {
      this.#spaced = true
      return
    }
    if (collapsed.startsWith(' ')) this.#spaced = true
    if (this.#line === '') this.#parts.push(...(this.#parts.length > 0 ? ['\n'.repeat(Math.max(1, this.#gap))] : []))
    else if (this.#spaced || areApart(this.#line, words, this.#edge, Math.min(this.#run, words.length)))
      this.#line += ' '
    this.#gap = 0
    this.#line += words
    this.#run = words.length
    this.#spaced = collapsed.endsWith(' ')
    this.#edge = undefined
  }

  /** Adds text with its line breaks, such as code. */
  addLines(text: string): void {
    const [first = '', ...others] = text.split(/\r?\n/)
    this.add(first)
    for (const line of others) {
      this.separate('line')
      this.add(line)
    }
  }

  /** Adds a mark beside a word. A mark that ends with a space begins a line. */
  addMark(mark: string): void {
    const gap = this.#spaced && this.#line !== '' ? ' ' : ''
    if (this.#line === '') this.add(mark)
    else this.#line += gap + mark
    this.#spaced = mark.endsWith(' ')
    this.#edge = undefined
  }

  /** Sets a superscript apart from the number or the word before it. */
  superscript(): void {
    if (this.#spaced) return
    if (/\d$/.test(this.#line)) this.#line += '^'
    else if (/\p{L}{3}$/u.test(this.#line)) this.#spaced = true
  }

  /** Begins or ends an element. */
  separate(separation: Separation, side: 'opening' | 'closing' = 'closing'): void {
    if (separation === 'none')
      this.#edge =
        side === 'opening' && this.#edge === 'closing' ? 'between' : this.#edge === 'between' ? 'between' : side
    else if (separation === 'space') this.#spaced = true
    else this.#break(separation === 'line' ? 1 : 2)
  }

  get isInLine(): boolean {
    return this.#line !== ''
  }

  /** Returns whether the line ends with the same letters and digits, whatever is between them. */
  endsWithLetters(text: string): boolean {
    const letters = (each: string) => each.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
    return letters(this.#line.slice(-200)).endsWith(letters(text).slice(-8))
  }

  /** Adds a block that is not text. */
  block(block: Block): void {
    this.#closeText()
    this.#blocks.push(block)
  }

  /** Ends the current text. Returns the number of blocks. */
  mark(): number {
    this.#closeText()
    return this.#blocks.length
  }

  /** Returns the blocks after a mark. */
  since(mark: number): readonly Block[] {
    this.#closeText()
    return this.#blocks.slice(mark)
  }

  /** Ends the flow. */
  finish(): readonly Block[] {
    this.#closeText()
    return this.#blocks
  }

  #break(gap: Gap): void {
    if (this.#line !== '') {
      this.#parts.push(this.#line)
      this.#line = ''
    }
    this.#spaced = false
    this.#edge = undefined
    if (gap > this.#gap) this.#gap = gap
  }

  #closeText(): void {
    this.#break(0)
    this.#gap = 0
    if (this.#parts.length > 0) this.#blocks.push({ kind: 'text', text: this.#parts.join('') })
    this.#parts = []
  }
}

const ENDS_WITH_WORD = /[\p{L}\p{N}]$/u
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A tag that begins an element, one that ends it, or the end of one and the beginning of the next. */
type Edge = 'opening' | 'closing' | 'between'

/**
 * Returns whether two texts are different words although only tags are between them. Style sheets set them apart.
 * Single letters are a decorated word.
 */
function areApart(before: string, after: string, edge: Edge | undefined, shorter: number): boolean {
  if (edge === undefined || shorter < 2) return false
  const [left] = ENDS_WITH_WORD.exec(before.slice(-2)) ?? []
  const [right] = /^[\p{L}\p{N}]/u.exec(after) ?? []
  if (left === undefined || right === undefined || WITHOUT_SPACES.test(left + right)) return false
  if (edge === 'between') return true
  return /\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}/u.test(left + right)
}
