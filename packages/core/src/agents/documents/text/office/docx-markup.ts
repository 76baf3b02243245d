import type { NumberOf, ParagraphNumbers } from './docx-numbering.ts'
import type { XmlAttributes } from './xml.ts'

export interface DocxMarkup {
  readonly markup: string
  /** Number of pictures that fill much of a page and have no description. */
  readonly pictures: number
  /** The choices of each field, with its name. */
  readonly choices: readonly string[]
}

/** Namespaces, by the prefix that their elements get. */
const PREFIXES: readonly (readonly [ending: string, prefix: string])[] = [
  ['/wordprocessingml/2006/main', 'w'],
  ['/ooxml/wordprocessingml/main', 'w'],
  ['/officeDocument/2006/math', 'm'],
  ['/ooxml/officeDocument/math', 'm'],
  ['/markup-compatibility/2006', 'mc'],
  ['/wordprocessingDrawing', 'wp'],
  ['/drawingml/2006/main', 'a'],
  ['/drawingml/main', 'a'],
  ['schemas-microsoft-com:vml', 'v'],
]
/** Elements that only surround text: the library reads the content of a smart tag. */
const SURROUNDINGS = new Set([
  'w:fldSimple',
  'w:bdo',
  'w:dir',
  'w:ruby',
  'w:rubyBase',
  'w:drawing',
  'mc:AlternateContent',
])
const SMART_TAG = 'w:smartTag'
/** What the formula has between two of its parts. */
const BEFORE: Readonly<Record<string, string>> = { 'm:den': '/', 'm:sup': '^', 'm:sub': '_' }
/** A quarter of a page of A4, in square EMU: 360,000 are a centimetre. */
const LARGE_PICTURE = (7_560_000 * 10_692_000) / 4

/** Elements within elements: more than an office program writes. */
const DEEPEST = 1000

interface Frame {
  readonly name: string
  /** The name that is written, or undefined if the element and its content are not. */
  readonly written: string | undefined
  /** Whether its content is collected on its own. */
  readonly apart: boolean
  /** Whether it is a run of hidden text, which Word neither shows nor prints. */
  isHidden: boolean
  /** What a drawing shows, in words. */
  description: string
  /** The text boxes of a drawing. */
  readonly boxes: string[]
  /** The versions of an alternative. */
  readonly versions: string[]
}

/**
 * Rewrites the markup of a Word document with the elements that its reader knows. It skips other elements with their
 * text: simple fields, formulas, annotated characters, and boxes without a version for old programs. It writes automatic
 * numbers as text, which the reader knows only as lists.
 */
export async function rewriteDocx(xml: string, numbers: ParagraphNumbers): Promise<DocxMarkup> {
  const { Parser } = await import('htmlparser2')
  const writer = new MarkupWriter(numbers)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (text) => writer.text(text),
      onclosetag: (name) => writer.close(name),
      oncdatastart: () => writer.setVerbatim(true),
      oncdataend: () => writer.setVerbatim(false),
    },
    // Entities stay as they are, because the markup is written again.
    { xmlMode: true, decodeEntities: false },
  )
  parser.write(xml)
  parser.end()
  return writer.finish()
}

/** Properties of a field to fill in. */
const FIELDS = new Set(['w:sdtPr', 'w:ffData'])

/** Marks of a paragraph that was deleted or moved away. */
const GONE = new Set(['w:del', 'w:moveFrom'])

const OFF = new Set(['0', 'false', 'off'])

class MarkupWriter {
  readonly #prefixes = new Map<string, string>()
  readonly #frames: Frame[] = []
  readonly #outputs: string[][] = [[]]
  readonly #choices: string[] = []
  #field: { name: string; items: string[] } = { name: '', items: [] }
  #extent = 0
  #pictures = 0
  #isVerbatim = false
  readonly #numbers: ParagraphNumbers
  #paragraph: NumberOf & { style: string; isGone: boolean } = { style: '', isGone: false }

  constructor(numbers: ParagraphNumbers) {
    this.#numbers = numbers
  }

  open(element: string, attributes: XmlAttributes): void {
    this.#learn(attributes)
    const name = this.#canonical(element)
    const parent = this.#frames.at(-1)
    if (this.#frames.length >= DEEPEST) throw new RangeError('the XML is nested too deeply')
    const isNumber = name === 'w:numPr' && this.#isProperties(this.#frames.length)
    const isSkipped = (parent !== undefined && parent.written === undefined) || isNoText(name) || isNumber
    const isBox = name === 'w:txbxContent' && this.#frames.some((frame) => frame.name === 'w:drawing')
    const isVersion = name === 'mc:Choice' || name === 'mc:Fallback'
    const written = isSkipped ? undefined : isVersion ? SMART_TAG : writtenName(name, element)
    const frame = {
      name,
      written,
      apart: !isSkipped && (isBox || isVersion),
      isHidden: false,
      description: (name === 'v:shape' ? attributes.alt : undefined) ?? '',
      boxes: [],
      versions: [],
    }
    this.#frames.push(frame)
    this.#watch(name, attributes)
    this.#watchField(name, attributes)
    this.#watchNumber(name, attributes)
    if (name === 'w:vanish' && !OFF.has(attributes['w:val'] ?? '')) this.#hideRun()
    if (written === undefined) return
    if (frame.apart) this.#outputs.push([])
    const between = BEFORE[name]
    if (between !== undefined) this.#write(`<w:r><w:t>${between}</w:t></w:r>`)
    this.#write(`<${written}${written === SMART_TAG ? '' : attributesText(attributes)}>`)
  }

  text(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame && frame.written === undefined) return
    if (frame?.name === 'w:t' && this.#frames.at(-2)?.isHidden) return
    this.#write(this.#isVerbatim ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;') : text)
  }

  close(_: string): void {
    const frame = this.#frames.pop()
    if (frame && FIELDS.has(frame.name)) this.#endField()
    if (frame?.written === undefined) return
    if (frame.name === 'mc:AlternateContent') this.#write(bestVersion(frame.versions))
    if (frame.description.trim()) this.#write(`<w:r><w:t xml:space="preserve"> ${frame.description} </w:t></w:r>`)
    const number = frame.name === 'w:pPr' && this.#frames.at(-1)?.name === 'w:p' ? this.#number() : ''
    this.#write(`</${frame.written}>${number}`)
    if (frame.apart) this.#place(frame, (this.#outputs.pop() ?? []).join(''))
    for (const box of frame.boxes) this.#write(`<w:pict>${box}</w:pict>`)
  }

  setVerbatim(isVerbatim: boolean): void {
    this.#isVerbatim = isVerbatim
  }

  finish(): DocxMarkup {
    return { markup: (this.#outputs[0] ?? []).join(''), pictures: this.#pictures, choices: this.#choices }
  }

  /** Hides the run whose properties are open. Those of a paragraph hide only its end. */
  #hideRun(): void {
    const [run, properties] = this.#frames.slice(-3)
    if (run?.name === 'w:r' && properties?.name === 'w:rPr') run.isHidden = true
  }

  #write(text: string): void {
    this.#outputs.at(-1)?.push(text)
  }

  #place({ name }: Frame, content: string): void {
    const holder = this.#frames.findLast((frame) =>
      name === 'w:txbxContent' ? frame.name === 'w:drawing' : frame.name === 'mc:AlternateContent',
    )
    if (name === 'w:txbxContent') holder?.boxes.push(content)
    else holder?.versions.push(content)
  }

  #learn(attributes: XmlAttributes): void {
    for (const [key, value] of Object.entries(attributes)) {
      if (!key.startsWith('xmlns')) continue
      const known = PREFIXES.find(([ending]) => value.endsWith(ending))
      if (known) this.#prefixes.set(key.slice('xmlns:'.length), known[1])
    }
  }

  #canonical(element: string): string {
    const colon = element.indexOf(':')
    const prefix = colon === -1 ? '' : element.slice(0, colon)
    const known = this.#prefixes.get(prefix)
    return known === undefined ? element : `${known}:${element.slice(colon + 1)}`
  }

  #watchField(name: string, attributes: XmlAttributes): void {
    const attribute = (ending: string) =>
      Object.entries(attributes).find(([key]) => key.slice(key.indexOf(':') + 1) === ending)?.[1] ?? ''
    if (FIELDS.has(name)) this.#field = { name: '', items: [] }
    else if (name === 'w:alias' || (name === 'w:name' && this.#frames.at(-2)?.name === 'w:ffData'))
      this.#field.name = attribute('val')
    else if (name === 'w:listItem') this.#field.items.push(attribute('displayText') || attribute('value'))
    else if (name === 'w:listEntry') this.#field.items.push(attribute('val'))
  }

  /** Returns whether the elements down to a depth end with the properties of a paragraph, and not with former ones. */
  #isProperties(depth: number): boolean {
    return this.#frames[depth - 1]?.name === 'w:pPr' && this.#frames[depth - 2]?.name === 'w:p'
  }

  #watchNumber(name: string, attributes: XmlAttributes): void {
    const depth = this.#frames.length
    if (name === 'w:pPr' && this.#frames.at(-2)?.name === 'w:p') this.#paragraph = { style: '', isGone: false }
    else if (name === 'w:pStyle' && this.#isProperties(depth - 1)) this.#paragraph.style = attributes['w:val'] ?? ''
    else if (GONE.has(name) && this.#frames.at(-2)?.name === 'w:rPr' && this.#isProperties(depth - 2))
      this.#paragraph.isGone = true
    else if (this.#frames.at(-2)?.name !== 'w:numPr' || !this.#isProperties(depth - 2)) return
    else if (name === 'w:numId') this.#paragraph.id = attributes['w:val']
    else if (name === 'w:ilvl') this.#paragraph.level = levelOf(attributes['w:val'] ?? '')
  }

  /** Writes the number of the paragraph whose properties end. Returns its text, or leaves a bullet to the reader. */
  #number(): string {
    const { style, isGone, id, level } = this.#paragraph
    const text = isGone ? undefined : this.#numbers.next(style, { id, level })
    // The list without items is none, also if the style has one.
    if (text !== undefined) this.#writeNumber('0', 0)
    else if (id !== undefined) this.#writeNumber(id, level)
    if (!text) return ''
    return `<w:r><w:t xml:space="preserve">${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')} </w:t></w:r>`
  }

  #writeNumber(id: string, level: number | undefined): void {
    const written = level === undefined ? '' : `<w:ilvl w:val="${level}"/>`
    this.#write(`<w:numPr>${written}<w:numId w:val="${id.replaceAll('"', '&quot;')}"/></w:numPr>`)
  }

  #endField(): void {
    const { name, items } = this.#field
    // Attributes are as the file writes them, with its entities.
    const shown = items.filter(Boolean).join(', ')
    if (shown) this.#choices.push(name ? `${name}: ${shown}` : shown)
    this.#field = { name: '', items: [] }
  }

  #watch(name: string, attributes: XmlAttributes): void {
    const drawing = this.#frames.findLast((frame) => frame.name === 'w:drawing')
    if (!drawing) return
    if (name === 'wp:extent') this.#extent = Number(attributes.cx) * Number(attributes.cy)
    else if (name === 'w:drawing') this.#extent = 0
    else if (name === 'wp:docPr') drawing.description = attributes.descr?.trim() || attributes.title || ''
    else if (name === 'a:blip' && this.#extent >= LARGE_PICTURE && !drawing.description.trim()) this.#pictures += 1
  }
}

/** Word has nine levels of numbers. */
const DEEPEST_LEVEL = 8

/** Returns the level of a number, from 0. */
export function levelOf(text: string): number {
  return Math.min(DEEPEST_LEVEL, Math.max(0, Number.parseInt(text, 10) || 0))
}

/** Returns whether an element has settings, the pronunciation of a text, or a picture, which may not be in the file. */
function isNoText(name: string): boolean {
  return name === 'w:rt' || name === 'v:imagedata' || /^m:\w{1,40}Pr$/.test(name)
}

/** @param element its name in the file: other prefixes stay as they are declared */
function writtenName(name: string, element: string): string {
  if (SURROUNDINGS.has(name)) return SMART_TAG
  if (name === 'wp:inline' || name === 'wp:anchor') return SMART_TAG
  if (name === 'w:cr') return 'w:br'
  if (!name.startsWith('m:')) return element
  return name === 'm:r' || name === 'm:t' ? `w:${name.slice(2)}` : SMART_TAG
}

function attributesText(attributes: XmlAttributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
    .join('')
}

/** Returns the first version with a text, because others are for other programs. */
function bestVersion(versions: readonly string[]): string {
  return versions.find((version) => /<[\w.-]{1,40}:(?:t|sym)[\s>]/.test(version)) ?? ''
}
