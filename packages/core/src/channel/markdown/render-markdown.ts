import { decodeHTMLStrict } from 'entities'
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { TextStyle } from '../port.ts'

/** A longer text is sent as it is. */
const LONGEST = 20_000
/** Marks in sequence. */
const LONGEST_RUN = 200

/**
 * Returns a model's Markdown as a channel shows it: in the channel's own marks, or as plain text without a style. Lists,
 * tables and quotes become lines, a link its text and its address, a picture its address. Text without markup stays.
 */
export function renderMarkdown(markdown: string, style: TextStyle | undefined): string {
  const text = markdown.replaceAll('\r\n', '\n')
  if (text.length > LONGEST || hasLongRun(text)) return text.trim()
  try {
    return new Renderer(style).blocks(new Lexer({ gfm: true }).lex(text)).trim()
  } catch (error) {
    // The parser has no limit of nesting.
    if (error instanceof RangeError) return text.trim()
    throw error
  }
}

/** Returns whether so many marks follow each other, with or without space between, that the text is no usual one. */
function hasLongRun(text: string): boolean {
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (MARKS.includes(character)) run += 1
    else if (character.trim() !== '' && !NEUTRAL.includes(character)) run = 0
    if (run > LONGEST_RUN) return true
  }
  return false
}

const MARKS = '*_~`[]()<>!&\\#+'
/** Long lines of these are part of tables. */
const NEUTRAL = '-=|:'
const WORD = /[\p{L}\p{N}]/u

/** What surrounds an inline token, and whether it is inside of bold text already. */
interface Place {
  readonly before: string
  readonly after: string
}

/** No extension of the parser adds other tokens. */
function isKnown(token: Token): token is MarkedToken {
  return token.type !== ''
}

class Renderer {
  readonly #style: TextStyle | undefined
  /** The marks that are open, because a channel knows none inside itself. */
  readonly #open = new Set<string>()
  /** The address of an open link in HTML. */
  #href = ''

  constructor(style: TextStyle | undefined) {
    this.#style = style
  }

  /** Renders blocks, with the blank lines of the source between them. */
  blocks(tokens: readonly Token[]): string {
    let text = ''
    let lines = 0
    for (const token of tokens.filter(isKnown)) {
      const block = token.type === 'space' ? '' : this.#block(token)
      if (block !== '') text += text === '' ? block : `${'\n'.repeat(lines >= 2 ? 2 : 1)}${block}`
      lines = (block === '' ? lines : 0) + trailingLines(token.raw)
    }
    return text
  }

  #block(token: MarkedToken): string {
    switch (token.type) {
      case 'heading':
        return token.raw.trimStart().startsWith('#') ? this.#heading(token) : this.#underlined(token)
      case 'paragraph':
        return this.#inline(token.tokens)
      case 'text':
        return token.tokens ? this.#inline(token.tokens) : decodeHTMLStrict(token.text)
      case 'list':
        return this.#list(token)
      case 'blockquote':
        return prefixed(this.blocks(token.tokens), this.#style?.quote ?? '')
      case 'code':
        return this.#code(token)
      case 'table':
        return this.#table(token)
      case 'html':
        return this.#html(token.text)
      case 'hr':
      case 'def':
        return ''
      default:
        return token.raw.trim()
    }
  }

  #heading({ tokens }: Tokens.Heading): string {
    return this.#marked(this.#style?.bold, () => this.#inline(tokens))
  }

  /** Several lines above a rule are a paragraph. */
  #underlined(token: Tokens.Heading): string {
    return token.text.includes('\n') ? this.#inline(token.tokens) : this.#heading(token)
  }

  #code({ raw, text, codeBlockStyle }: Tokens.Code): string {
    if (codeBlockStyle === 'indented') return raw.trimEnd()
    const mark = this.#style?.block
    return mark ? `${mark}\n${text}\n${mark}` : text
  }

  #table({ header, rows }: Tokens.Table): string {
    const line = (cells: readonly Tokens.TableCell[]) =>
      cells
        .map(({ tokens }) => this.#inline(tokens).replaceAll('\n', ' ').trim())
        .filter(Boolean)
        .join(' – ')
    const first = this.#marked(this.#style?.bold, () => line(header))
    return [first, ...rows.map(line)].filter(Boolean).join('\n')
  }

  #list({ items, ordered, start, raw }: Tokens.List): string {
    // A line such as `+ 10 EUR` is a sum.
    if (items.length === 1 && /^\s{0,3}\+ \S{0,3}\d/.test(raw)) return `+ ${this.#item(items[0])}`
    const delimiter = /^\s{0,3}\d{1,9}\)/.test(raw) ? ')' : '.'
    return items
      .map((item, index) => {
        const bullet = ordered ? `${Number(start) + index}${delimiter} ` : '- '
        const box = item.task ? (item.checked ? '☑ ' : '☐ ') : ''
        return `${bullet}${box}${this.#item(item)}`.trimEnd()
      })
      .join('\n')
  }

  #item(item: Tokens.ListItem | undefined): string {
    const tokens = (item?.tokens ?? []).filter(({ type }) => type !== 'checkbox')
    const [first = '', ...others] = this.blocks(tokens).split('\n')
    return [first, ...others.filter((line) => line.trim() !== '').map((line) => `  ${line}`)].join('\n')
  }

  #inline(tokens: readonly Token[]): string {
    return tokens
      .filter(isKnown)
      .map((token, index) =>
        this.#span(token, {
          before: tokens[index - 1]?.raw.at(-1) ?? '',
          after: tokens[index + 1]?.raw.at(0) ?? '',
        }),
      )
      .join('')
  }

  #span(token: MarkedToken, place: Place): string {
    switch (token.type) {
      case 'strong':
        return this.#emphasis(token, this.#style?.bold, place)
      case 'em':
        return this.#emphasis(token, this.#style?.italic, place)
      case 'del':
        return this.#emphasis(token, this.#style?.strike, place)
      case 'codespan':
        return this.#style?.code ? `${this.#style.code}${token.text}${this.#style.code}` : token.text
      case 'link':
        return this.#link(token)
      case 'image':
        return /^https?:/i.test(token.href) ? token.href : decodeHTMLStrict(token.text)
      case 'br':
        return '\n'
      case 'html':
        return this.#tag(token.raw)
      case 'escape':
        return token.text
      case 'text':
        return token.tokens ? this.#inline(token.tokens) : withoutPairs(decodeHTMLStrict(token.raw))
      default:
        return token.raw
    }
  }

  /**
   * Between letters or digits, single marks are signs: 5*3*2. Double ones are dropped there, because channels show them as
   * they are.
   */
  #emphasis(token: Tokens.Strong | Tokens.Em | Tokens.Del, mark: string | undefined, place: Place): string {
    const isInWord = WORD.test(place.before) || WORD.test(place.after)
    const isSingle = token.type === 'em' || !token.raw.startsWith('~~')
    if (isInWord && token.type !== 'strong' && isSingle) {
      const sign = token.raw.charAt(0)
      return `${sign}${this.#inline(token.tokens)}${sign}`
    }
    return this.#marked(isInWord ? undefined : mark, () => this.#inline(token.tokens))
  }

  /** Returns each line of a text in marks. */
  #marked(mark: string | undefined, render: () => string): string {
    if (!mark || this.#open.has(mark)) return render()
    this.#open.add(mark)
    const text = render()
    this.#open.delete(mark)
    return text
      .split('\n')
      .map((line) => (line.trim() === '' ? line : `${leading(line)}${mark}${line.trim()}${mark}${trailing(line)}`))
      .join('\n')
  }

  #link({ href, raw, tokens }: Tokens.Link): string {
    // An address that is written as such.
    if (!raw.startsWith('[')) return raw.startsWith('<') ? raw.slice(1, -1) : raw
    return withAddress(this.#inline(tokens), href)
  }

  /** Renders text with tags. Tags that are no usual HTML are text. */
  #html(html: string): string {
    return html
      .split(/(<[^<>]{1,500}>)/)
      .map((part) => (part.startsWith('<') ? this.#tag(part) : decodeHTMLStrict(part)))
      .join('')
      .trim()
  }

  #tag(raw: string): string {
    if (raw.startsWith('<!--')) return ''
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]{0,15})(?=[\s/>])/i.exec(raw) ?? []
    const tag = name.toLowerCase()
    if (tag === 'a' && slash === '') this.#href = /href\s?=\s?["']([^"']{1,2000})["']/i.exec(raw)?.[1] ?? ''
    if (tag === 'a' && slash === '/' && /^https?:/i.test(this.#href)) return ` (${this.#href})`
    if (tag === 'img') return /src\s?=\s?["'](https?:[^"']{1,2000})["']/i.exec(raw)?.[1] ?? ''
    if (tag === 'li' && slash === '') return '\n- '
    if (BREAKS.has(tag)) return '\n'
    const mark = MARK_TAGS[tag]
    if (mark) return this.#style?.[mark] ?? ''
    return SILENT_TAGS.has(tag) ? '' : raw
  }
}

const BREAKS = new Set(['br', 'p', 'div', 'tr', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'hr'])
const SILENT_TAGS = new Set([
  'a',
  'span',
  'u',
  'li',
  'td',
  'th',
  'tbody',
  'thead',
  'small',
  'sub',
  'sup',
  'mark',
  'font',
  'details',
  'summary',
  'blockquote',
  'center',
])
const MARK_TAGS: Readonly<Record<string, 'bold' | 'italic' | 'strike' | 'code'>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
}

/** Returns the text of a link with its address, once if they are equal. */
function withAddress(text: string, href: string): string {
  const address = decodeHTMLStrict(href)
  const bare = address.replace(/^(?:mailto|tel):/i, '')
  const isSame = text === '' || plain(text) === plain(bare)
  if (!/^(?:https?|mailto|tel|ftp):/i.test(address) && !address.startsWith('www.')) return text
  return isSame ? bare : `${text} (${bare})`
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[/\s]$/, '')
}

/** Removes pairs of double marks that the parser does not read, as between Chinese characters. */
function withoutPairs(text: string): string {
  const parts = text.split('**')
  if (parts.length < 3) return text
  return parts.reduce((rest, part, index) => {
    const isOpening = index % 2 === 1 && index < parts.length - 1
    const isClosing = index % 2 === 0
    const inner = (isOpening ? part : parts[index - 1]) ?? ''
    const isPair = (isOpening || isClosing) && inner.trim() !== '' && !/^\s.*\s$/.test(inner) && !inner.includes('\n')
    return `${rest}${isPair ? '' : '**'}${part}`
  })
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => `${prefix}${line}`.trimEnd())
    .join('\n')
}

function trailingLines(raw: string): number {
  let count = 0
  for (let at = raw.length - 1; at >= 0 && raw.charAt(at).trim() === ''; at--) if (raw.charAt(at) === '\n') count += 1
  return count
}

function leading(line: string): string {
  return line.slice(0, line.length - line.trimStart().length)
}

function trailing(line: string): string {
  return line.slice(line.trimEnd().length)
}
