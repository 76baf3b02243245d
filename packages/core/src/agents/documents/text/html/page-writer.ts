import type { Block } from '../block.ts'
import { separationOf } from './elements.ts'
import { Flow } from './flow.ts'
import { framedFile, isUndescribed } from './framed-files.ts'
import { type TableCell, tableBlocks } from './html-table.ts'
import { appliesTo, HAS_WORDS, type StyleRule, styleText } from './style-text.ts'
import { type Attributes, isContact, isControl, isHidden, isMenu, isNoContent, type Removal } from './visibility.ts'

/** Why the content of an element is not read. A link to call the owner is read in a menu. */
type Removed = 'never' | 'hidden' | 'menu' | 'drawing'

interface Frame {
  readonly name: string
  readonly attributes: Attributes
  readonly removed: Removed | undefined
  /** Whether line breaks of the text are line breaks of the page. */
  readonly verbatim: boolean
  /** What its end completes. */
  readonly part: 'table' | 'cell' | 'heading' | 'noscript' | 'main' | undefined
  /** Number of blocks before it, for the main part. */
  readonly start: number
  /** Whether a control ended right before the current position in it. */
  afterControl: boolean
  hasControl: boolean
  /** Number of the next item of a list, or of a part of a formula. */
  item: number
  /** Number of texts before it. */
  readonly said: number
  /** Text that a style sheet adds at its end. */
  readonly after: string
  isEmpty: boolean
}

/** Whether links are followed by their address: not at all, without what only tracks visitors, or as it is written. */
export type LinkStyle = 'none' | 'short' | 'whole'

export interface PageOptions {
  readonly removal: Removal
  readonly links: LinkStyle
  /** Ids of elements that a control of the page opens. */
  readonly opened: ReadonlySet<string>
  /** Texts that style sheets add. */
  readonly styles: readonly StyleRule[]
  /** Whether style sheets in other files may add texts. */
  readonly linksStyles: boolean
}

export interface WrittenPage {
  readonly title: string
  readonly blocks: readonly Block[]
  /** The blocks of the page's main part. They are in `blocks`, too. */
  readonly main: ReadonlySet<Block>
  /** The markup of pages within the page. */
  readonly framed: readonly string[]
  /** Data about the page for search engines: JSON. */
  readonly data: readonly string[]
  /** Data for the scripts of the page: JSON. */
  readonly state: readonly string[]
  /** What the page says about itself to search engines. */
  readonly description: string
  /** Whether it has an empty element that scripts usually write the page into. */
  readonly hasEmptyRoot: boolean
  /** Addresses of other files that the page shows. */
  readonly shown: readonly string[]
  /** Texts of style sheets whose place is not known. */
  readonly unplaced: readonly string[]
  /** Number of pictures without a description, without icons. */
  readonly pictures: number
}

const LONGEST_HEADING = 300
const LONGEST_TITLE = 500
const HEADING = /^h[1-6]$/
const TABLE_ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  grid: 'table',
  row: 'tr',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
}
/** An element whose click opens the element after it, or which names it. */
const NAMES_NEXT = /^(?:h[1-6]|label)$/
/** Ids that the usual frameworks give to the element that their scripts write the page into. */
const ROOTS = new Set(['root', 'app', '__next', '__nuxt', 'react-root', 'app-root', 'main-app', 'svelte', '___gatsby'])
const UNSHOWN_INPUTS = new Set(['hidden', 'password', 'file', 'color', 'range'])
/** Elements whose name says what they do, or names a part that has text of its own. */
const WITHOUT_LABEL = new Set(
  'html body main nav header footer section article aside form fieldset dialog button input select textarea label table iframe img area menu'.split(
    ' ',
  ),
)
/** Elements whose `title` explains their text. */
const EXPLAINED = new Set('abbr acronym dfn span td th dt dd b i em strong small sup'.split(' '))
const LONGEST_LABEL = 300
/** What a formula has before the second of its parts. */
const BEFORE_SECOND: Readonly<Record<string, string>> = { mfrac: '/', msup: '^', msub: '_' }
const STRUCK = new Set(['del', 's', 'strike'])

/** Writes what a parser finds in a page as blocks. */
export class PageWriter {
  readonly #options: PageOptions
  readonly #frames: Frame[] = []
  readonly #flows: Flow[] = [new Flow()]
  readonly #tables: TableCell[][][] = []
  readonly #main = new Set<Block>()
  readonly #framed: string[] = []
  readonly #data: string[] = []
  readonly #state: string[] = []
  #description = ''
  readonly #shown = new Set<string>()
  readonly #unplaced = new Set<string>()
  #pictures = 0
  #hasEmptyRoot = false
  #title = ''
  #drawingTitle = ''
  /** Number of texts that were written. */
  #said = 0

  constructor(options: PageOptions) {
    this.#options = options
  }

  open(tag: string, attributes: Attributes): void {
    const parent = this.#frames.at(-1)
    const name = TABLE_ROLES[attributes.role ?? ''] ?? tag
    const removed = this.#removal(name, attributes, parent)
    if (parent?.removed === undefined) this.#watch(name, attributes, removed)
    const part = removed === undefined ? this.#partOf(name, attributes) : undefined
    if (removed === undefined) this.#begin(name, attributes, parent)
    const start = part === 'main' ? this.#flow.mark() : 0
    if (name === 'meta' && attributes.name?.toLowerCase() === 'description')
      this.#description ||= (attributes.content ?? '').slice(0, LONGEST_TITLE).trim()
    if (part === 'table') this.#tables.push([])
    if (part === 'cell' || part === 'heading' || part === 'noscript') this.#flows.push(new Flow())
    if (parent) {
      parent.hasControl ||= isControl(name, attributes)
      parent.afterControl = false
      parent.isEmpty = false
    }
    const verbatim = name === 'pre' || name === 'textarea' || parent?.verbatim === true
    const item = name === 'ol' ? Number.parseInt(attributes.start ?? '1', 10) || 1 : 0
    const added = removed === undefined ? this.#styleTexts({ name, attributes }) : undefined
    const said = this.#said
    this.#frames.push({
      name,
      attributes,
      removed,
      verbatim,
      part,
      start,
      afterControl: false,
      hasControl: isControl(name, attributes),
      item,
      isEmpty: true,
      said,
      after: added?.after ?? '',
    })
    if (added?.before) this.#say(added.before)
  }

  text(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame?.name === 'title') this.#addTitle(text)
    if (frame?.name === 'script') this.#addData(text, frame.attributes.type ?? '')
    if (frame?.removed !== undefined) return
    if (frame && text.trim()) {
      frame.afterControl = false
      frame.isEmpty = false
      this.#said += 1
    }
    if (frame?.verbatim) this.#flow.addLines(text)
    else this.#flow.add(text)
  }

  close(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    const parent = this.#frames.at(-1)
    if (parent) {
      parent.hasControl ||= frame.hasControl
      parent.afterControl = frame.hasControl || NAMES_NEXT.test(frame.name)
    }
    if (frame.isEmpty && ROOTS.has(frame.attributes.id ?? '')) this.#hasEmptyRoot = true
    if (frame.after) this.#say(frame.after)
    if (frame.name === 'svg' && frame.removed === 'drawing' && parent?.removed === undefined) this.#endDrawing(frame)
    if (frame.removed === undefined) this.#end(frame)
  }

  /** Returns the page. The parser has closed all elements. */
  finish(): WrittenPage {
    while (this.#frames.length > 0) this.close()
    return {
      title: this.#title.slice(0, LONGEST_TITLE).replace(/\s+/g, ' ').trim(),
      blocks: this.#flow.finish(),
      main: this.#main,
      framed: this.#framed,
      data: this.#data,
      state: this.#state,
      description: this.#description,
      hasEmptyRoot: this.#hasEmptyRoot,
      shown: [...this.#shown],
      unplaced: [...this.#unplaced],
      pictures: this.#pictures,
    }
  }

  #say(text: string): void {
    if (text.trim()) this.#said += 1
    this.#flow.add(text)
  }

  /** Returns the texts that style sheets add to an element. A later rule replaces an earlier one. */
  #styleTexts(element: { readonly name: string; readonly attributes: Attributes }) {
    const { styles } = this.#options
    if (styles.length === 0) return undefined
    const added = { before: '', after: '' }
    for (const rule of styles) {
      if (!appliesTo(rule, element, this.#frames)) continue
      const text = styleText(rule, element.attributes)
      if (rule.isExact) added[rule.side] = text
      else if (text.trim()) this.#unplaced.add(text.trim())
    }
    return added
  }

  /** Notes what an element shows that is not text of the page. */
  #watch(name: string, attributes: Attributes, removed: Removed | undefined): void {
    if (removed === 'hidden' || removed === 'menu') return
    const shown = framedFile(name, attributes)
    if (shown !== undefined) this.#shown.add(shown)
    if (name === 'img' && !pictureText(attributes) && isUndescribed(attributes)) this.#pictures += 1
  }

  /** Writes the name of a drawing, such as an icon that says that a meal is vegan. */
  #endDrawing({ attributes, said }: Frame): void {
    const name = labelOf(attributes) || this.#drawingTitle.trim()
    this.#drawingTitle = ''
    if (name && this.#said === said && !this.#frames.some((frame) => frame.name === 'button')) this.#say(` ${name} `)
  }

  /** Writes the name of an element without text, and what explains its text. */
  #endLabel({ name, attributes, said }: Frame): void {
    if (this.#said === said) {
      if (name === 'meter' || name === 'progress')
        this.#say([attributes.value, attributes.max].filter(Boolean).join(' of '))
      else if (!WITHOUT_LABEL.has(name) && attributes.role !== 'button')
        this.#say(labelOf(attributes) || (this.#options.linksStyles ? styledText(attributes) : ''))
    } else if (EXPLAINED.has(name)) {
      const { title = '' } = attributes
      if (title.trim() && title.length <= LONGEST_LABEL && !this.#flow.endsWithLetters(title))
        this.#flow.add(` (${title.trim()})`)
    }
  }

  #addData(text: string, type: string): void {
    if (/^\s*application\/ld\+json/i.test(type)) this.#data.push(text)
    else if (/^\s*application\/json/i.test(type)) this.#state.push(text)
  }

  #addTitle(text: string): void {
    const isDrawing = this.#frames.some(({ name }) => name === 'svg')
    if (!isDrawing && this.#title.length < LONGEST_TITLE) this.#title += text
    else if (isDrawing && this.#drawingTitle.length < LONGEST_LABEL) this.#drawingTitle += text
  }

  get #flow(): Flow {
    return this.#flows.at(-1) ?? new Flow()
  }

  #removal(name: string, attributes: Attributes, parent: Frame | undefined): Removed | undefined {
    if (parent?.removed === 'never' || isNoContent(name, attributes)) {
      if (name === 'iframe' && attributes.srcdoc && parent?.removed === undefined) this.#framed.push(attributes.srcdoc)
      return 'never'
    }
    if (parent?.removed === 'hidden') return 'hidden'
    const { removal, opened } = this.#options
    const surroundings = { opened, parent: parent?.name, afterControl: parent?.afterControl === true }
    if (removal === 'usual' && isHidden(name, attributes, surroundings)) return 'hidden'
    if (name === 'svg') return 'drawing'
    if (parent?.removed === 'drawing') return name === 'text' || name === 'foreignobject' ? undefined : 'drawing'
    if (parent?.removed === 'menu') return isContact(name, attributes) ? undefined : 'menu'
    return removal === 'usual' && isMenu(name, attributes) ? 'menu' : undefined
  }

  #partOf(name: string, { role }: Attributes): Frame['part'] {
    if (HEADING.test(name) || (role === 'heading' && name !== 'button')) return 'heading'
    if (name === 'table' || name === 'noscript') return name
    if ((name === 'td' || name === 'th') && this.#tables.length > 0) return 'cell'
    return name === 'main' || name === 'article' || role === 'main' ? 'main' : undefined
  }

  #begin(name: string, attributes: Attributes, parent: Frame | undefined): void {
    const flow = this.#flow
    const second = BEFORE_SECOND[parent?.name ?? '']
    if (parent && second !== undefined) {
      parent.item += 1
      if (parent.item === 2) flow.addMark(second)
    }
    if (parent?.name === 'ol' && name === 'li') parent.item = Number.parseInt(attributes.value ?? '', 10) || parent.item
    if (name === 'tr') this.#tables.at(-1)?.push([])
    flow.separate(separationOf(name, attributes), 'opening')
    if (name === 'br') flow.separate('line')
    else if (name === 'text') flow.separate('line')
    else if (name === 'li') flow.addMark(parent?.name === 'ol' ? `${parent.item++}. ` : '- ')
    else if (name === 'rt') flow.addMark(' (')
    else if (STRUCK.has(name)) flow.addMark('~~')
    else if (name === 'sup') flow.superscript()
    else if (name === 'optgroup' && attributes.label) {
      flow.add(attributes.label)
      flow.separate('line')
    } else if (name === 'option')
      this.#say(` ${attributes.label ?? (parent?.name === 'datalist' ? attributes.value : '') ?? ''} `)
    else if (name === 'img' || name === 'area') this.#say(` ${pictureText(attributes)} `)
    else if (name === 'input') this.#say(` ${inputText(attributes)} `)
  }

  #end(frame: Frame): void {
    const { name, attributes, part } = frame
    this.#endLabel(frame)
    if (part === 'table') this.#endTable()
    else if (part === 'cell') this.#endCell(name, attributes)
    else if (part === 'heading') this.#endHeading(name, attributes)
    else if (part === 'noscript') this.#endFallback()
    if (name === 'rt') this.#flow.addMark(')')
    else if (STRUCK.has(name)) this.#flow.addMark('~~')
    else if (name === 'a') this.#endLink(attributes)
    this.#flow.separate(separationOf(name, attributes))
    if (part === 'main') for (const block of this.#flow.since(frame.start)) this.#main.add(block)
  }

  #endTable(): void {
    for (const block of tableBlocks(this.#tables.pop() ?? [])) this.#flow.block(block)
  }

  #endCell(name: string, { colspan, rowspan }: Attributes): void {
    const blocks = this.#popFlow()
    const table = this.#tables.at(-1)
    if (table?.length === 0) table.push([])
    table?.at(-1)?.push({ blocks, header: name === 'th', colspan, rowspan })
  }

  #endHeading(name: string, attributes: Attributes): void {
    const blocks = this.#popFlow()
    const [first] = blocks
    if (blocks.length === 1 && first?.kind === 'text' && first.text.length <= LONGEST_HEADING) {
      const level = Number(HEADING.test(name) ? name.slice(1) : attributes['aria-level']) || 2
      const text = first.text.replace(/\n+/g, ' ')
      this.#flow.block({ kind: 'heading', level: Math.min(Math.max(level, 1), 6), text })
    } else for (const block of blocks) this.#flow.block(block)
  }

  /** Keeps what is for browsers without scripts, except the advice to switch them on. */
  #endFallback(): void {
    const blocks = this.#popFlow()
    const isAdvice = blocks.every(
      (block) => block.kind === 'text' && block.text.length < 400 && /java-?script/i.test(block.text),
    )
    if (!isAdvice) for (const block of blocks) this.#flow.block(block)
  }

  #endLink({ href = '' }: Attributes): void {
    const [, contact] = /^\s*(?:tel|mailto):([^?]{3,100})/i.exec(href) ?? []
    if (contact !== undefined) {
      if (!this.#flow.endsWithLetters(contact)) this.#flow.add(` (${contact})`)
      return
    }
    const link = addressOf(href, this.#options.links)
    if (link === undefined || !this.#flow.isInLine) return
    // A path such as /map says more than the text "map".
    if (link.includes(':') && this.#flow.endsWithLetters(link)) return
    this.#flow.add(` (${link})`)
  }

  #popFlow(): readonly Block[] {
    return (this.#flows.length > 1 ? this.#flows.pop() : undefined)?.finish() ?? []
  }
}

function addressOf(href: string, links: LinkStyle): string | undefined {
  if (links === 'none') return undefined
  return links === 'short' ? shownLink(href) : href.trim() || undefined
}

/** A longer link is for tracking and does not help a reader. */
const LONGEST_LINK = 100

/** Returns a link without its query, or undefined for one that leads nowhere. */
function shownLink(href: string): string | undefined {
  const [link = ''] = href.trim().split(/[?#]/, 1)
  return /^(?:https?:\/)?\/[^\s()]+$/i.test(link) && link.length <= LONGEST_LINK ? link : undefined
}

/** Returns the name of an element that shows no text. */
function labelOf(attributes: Attributes): string {
  return (attributes['aria-label'] || attributes.title || '').trim().slice(0, LONGEST_LABEL)
}

/** Attributes that style sheets usually show, as `content: attr(data-label)` does. */
const STYLED = /^data-(?:after|amount|before|caption|content|count|label|price|text|title|unit|value)$/

/** Returns the texts of an element without text that a style sheet in another file probably shows. */
function styledText(attributes: Attributes): string {
  const texts = Object.entries(attributes).flatMap(([name, value]) =>
    STYLED.test(name) && HAS_WORDS.test(value.slice(0, LONGEST_LABEL)) ? [value.trim().slice(0, LONGEST_LABEL)] : [],
  )
  return [...new Set(texts)].join(' ')
}

/** Returns what describes a picture. An empty description says that it only decorates. */
function pictureText(attributes: Attributes): string {
  return attributes.alt?.trim() || labelOf(attributes)
}

function inputText({ type = 'text', value = '', alt = '', checked, disabled }: Attributes): string {
  const kind = type.trim().toLowerCase()
  if (kind === 'image') return alt
  // A box that the visitor cannot change states a fact.
  if (kind === 'checkbox' || kind === 'radio') {
    if (disabled !== undefined) return checked === undefined ? '[ ]' : '[x]'
    return kind === 'checkbox' && checked !== undefined ? '[x]' : ''
  }
  return UNSHOWN_INPUTS.has(kind) ? '' : value
}
