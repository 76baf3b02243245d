import type { Archive } from '../archive.ts'
import { levelOf } from './docx-markup.ts'
import type { Relationship } from './relationships.ts'
import { localName, readXml, type XmlAttributes } from './xml.ts'

/** A level of a list: `text` has `%1` for the number of the first level. */
interface Level {
  start: number
  format: string
  text: string
  style: string
  /** Whether it counts on although an outer level counted. */
  goesOn: boolean
  /** Whether its outer levels are written in digits. */
  isLegal: boolean
}

/** Levels by their number, from 0. */
type Levels = Map<number, Level>

interface List {
  readonly levels: Levels
  /** The style of the list that has its levels. */
  link: string
}

interface Use {
  list: string
  /** Numbers with which levels begin here. */
  readonly starts: Map<number, number>
  readonly levels: Levels
}

/** The number of a paragraph or a style: the id of its list's use, and its level. */
export interface NumberOf {
  id?: string | undefined
  level?: number | undefined
}

interface Style extends NumberOf {
  basedOn: string
}

/** The automatic numbers of a Word document, as its parts declare them. */
export interface Numbering {
  readonly lists: ReadonlyMap<string, List>
  readonly uses: ReadonlyMap<string, Use>
  readonly styles: ReadonlyMap<string, Style>
  /** The style of paragraphs that name none. */
  readonly usualStyle: string
}

/** Reads the automatic numbers of a document from the parts that it refers to. */
export async function readNumbering(archive: Archive, related: readonly Relationship[]): Promise<Numbering> {
  const partOf = (wanted: string) => related.find(({ type, target }) => type === wanted && archive.has(target))?.target
  const [numbers, styles] = [partOf('numbering'), partOf('styles')]
  const { lists, uses } = numbers ? await readLists(await archive.read(numbers)) : { lists: new Map(), uses: new Map() }
  if (uses.size === 0) return { lists, uses, styles: new Map(), usualStyle: '' }
  return { lists, uses, ...(await readStyles(styles ? await archive.read(styles) : new Uint8Array())) }
}

async function readLists(part: Uint8Array) {
  const lists = new Map<string, List>()
  const uses = new Map<string, Use>()
  let list: List | undefined
  let use: Use | undefined
  let level: Level | undefined
  let at = 0
  await readXml(part, {
    open: (element, attributes) => {
      const value = valIn(attributes)
      switch (localName(element)) {
        case 'abstractNum':
          list = { levels: new Map(), link: '' }
          use = undefined
          lists.set(attributeOf(attributes, 'abstractNumId'), list)
          break
        case 'num':
          use = { list: '', starts: new Map(), levels: new Map() }
          list = undefined
          uses.set(attributeOf(attributes, 'numId'), use)
          break
        case 'abstractNumId':
          if (use) use.list = value
          break
        case 'numStyleLink':
          if (list) list.link = value
          break
        case 'lvlOverride':
          at = levelOf(attributeOf(attributes, 'ilvl'))
          break
        case 'startOverride':
          use?.starts.set(at, Number(value) || 0)
          break
        case 'lvl':
          level = { start: 0, format: 'decimal', text: '', style: '', goesOn: false, isLegal: false }
          ;(use ?? list)?.levels.set(levelOf(attributeOf(attributes, 'ilvl')), level)
          break
        default:
          if (level) readLevel(level, localName(element), value)
      }
    },
    close: (element) => {
      if (localName(element) === 'lvl') level = undefined
    },
  })
  return { lists, uses }
}

function readLevel(level: Level, name: string, value: string): void {
  if (name === 'start') level.start = Number(value) || 0
  else if (name === 'numFmt') level.format = value
  else if (name === 'lvlText') level.text = value
  else if (name === 'pStyle') level.style = value
  else if (name === 'lvlRestart') level.goesOn = value === '0'
  else if (name === 'isLgl') level.isLegal = !OFF.has(value)
}

const OFF = new Set(['0', 'false', 'off'])

async function readStyles(part: Uint8Array) {
  const styles = new Map<string, Style>()
  let usualStyle = ''
  let style: Style | undefined
  await readXml(part, {
    open: (element, attributes) => {
      const name = localName(element)
      if (name === 'style') {
        style = { basedOn: '' }
        const id = attributeOf(attributes, 'styleId')
        styles.set(id, style)
        if (
          attributeOf(attributes, 'type') === 'paragraph' &&
          /^(?:1|true|on)$/.test(attributeOf(attributes, 'default'))
        )
          usualStyle = id
      } else if (!style) return
      else if (name === 'basedOn') style.basedOn = valIn(attributes)
      else if (name === 'numId') style.id = valIn(attributes)
      else if (name === 'ilvl') style.level = levelOf(valIn(attributes))
    },
    close: (element) => {
      if (localName(element) === 'style') style = undefined
    },
  })
  return { styles, usualStyle }
}

/** Returns the value of an attribute with any prefix. */
function attributeOf(attributes: XmlAttributes, wanted: string): string {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1] ?? ''
}

function valIn(attributes: XmlAttributes): string {
  return attributeOf(attributes, 'val')
}

/** Counts the numbered paragraphs of a text, from its beginning. */
export class ParagraphNumbers {
  readonly #numbering: Numbering
  /** The last number of each level, by list. */
  readonly #counts = new Map<string, Map<number, number>>()
  readonly #begun = new Set<string>()

  constructor(numbering: Numbering) {
    this.#numbering = numbering
  }

  /** Returns the number of the next paragraph as it is printed, or undefined for one without a number or with a bullet. */
  next(styleId: string, own: NumberOf): string | undefined {
    const { id, level: at } = this.#numberOf(styleId || this.#numbering.usualStyle, own)
    const use = id === undefined ? undefined : this.#numbering.uses.get(id)
    if (id === undefined || !use) return undefined
    const list = this.#listOf(use)
    const levelAt = (each: number) => use.levels.get(each) ?? list.levels.get(each)
    const level = levelAt(at)
    if (!level || level.format === 'bullet') return undefined
    const counts = this.#counts.get(list.id) ?? new Map<number, number>()
    this.#counts.set(list.id, counts)
    const begins = `${id} ${at}`
    const isFirst = !this.#begun.has(begins)
    this.#begun.add(begins)
    const restart = isFirst ? use.starts.get(at) : undefined
    const last = counts.get(at)
    counts.set(at, restart ?? (last === undefined ? (use.starts.get(at) ?? level.start) : last + 1))
    for (const deeper of counts.keys()) if (deeper > at && !levelAt(deeper)?.goesOn) counts.delete(deeper)
    return level.text
      .replace(/%([1-9])/g, (_, digit: string) => {
        const each = Number(digit) - 1
        const shown = levelAt(each)
        const count = counts.get(each) ?? shown?.start ?? 1
        return numeral(count, level.isLegal && each !== at ? 'decimal' : (shown?.format ?? 'decimal'))
      })
      .trim()
  }

  /** The number that a paragraph has itself, or else that of its style or of one that its style is based on. */
  #numberOf(styleId: string, own: NumberOf): { readonly id: string | undefined; readonly level: number } {
    const seen = new Set<string>()
    let level = own.level
    let id = own.id
    for (let name = styleId; id === undefined && name !== '' && !seen.has(name); ) {
      seen.add(name)
      const style = this.#numbering.styles.get(name)
      level ??= style?.level
      id = style?.id
      if (id !== undefined) level = own.level ?? this.#levelOfStyle(id, name) ?? level
      name = style?.basedOn ?? ''
    }
    return { id, level: level ?? (own.id === undefined ? 0 : (this.#levelOfStyle(own.id, styleId) ?? 0)) }
  }

  #levelOfStyle(id: string, styleId: string): number | undefined {
    const use = this.#numbering.uses.get(id)
    if (!use || styleId === '') return undefined
    return [...this.#listOf(use).levels].find(([, { style }]) => style === styleId)?.[0]
  }

  /** Returns the list of a use, which may have its levels in a style of lists. */
  #listOf({ list: id }: Use): { readonly id: string; readonly levels: Levels } {
    const { lists, styles, uses } = this.#numbering
    const list = lists.get(id)
    const linked = list?.link ? uses.get(styles.get(list.link)?.id ?? '') : undefined
    const levels = list?.levels.size === 0 && linked ? lists.get(linked.list)?.levels : list?.levels
    return { id: linked && list?.levels.size === 0 ? linked.list : id, levels: levels ?? new Map() }
  }
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** Above this, a numeral has hundreds of letters. */
const MOST_LETTERS = 4000

/** Returns a number in a format of Word. Formats of other scripts are written in digits. */
function numeral(count: number, format: string): string {
  const isLetters = count > 0 && count < MOST_LETTERS
  switch (format) {
    case 'none':
      return ''
    case 'decimalZero':
      return String(count).padStart(2, '0')
    case 'upperRoman':
      return isLetters ? roman(count).toUpperCase() : String(count)
    case 'lowerRoman':
      return isLetters ? roman(count) : String(count)
    case 'upperLetter':
      return isLetters ? letters(count).toUpperCase() : String(count)
    case 'lowerLetter':
      return isLetters ? letters(count) : String(count)
    default:
      return String(count)
  }
}

function roman(count: number): string {
  let rest = count
  let text = ''
  for (const [value, letters] of ROMAN)
    while (rest >= value) {
      text += letters
      rest -= value
    }
  return text
}

/** Returns `a` to `z`, then `aa`, `bb` and so on. */
function letters(count: number): string {
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26))
}
