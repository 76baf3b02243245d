import { UnreadableError } from '../../document-problems.ts'
import { decodeText } from '../decode-text.ts'
import { declaredInMarkup } from '../html/declared-encoding.ts'

export interface LabelledMail {
  readonly bytes: Uint8Array
  /** Number of text parts whose encoding is not known. */
  readonly unknown: number
}

/** Parts within parts. A mail with more is not read. */
const DEEPEST = 50
/** Maximum number of parts. The parser takes a time that grows with the square of their number. */
const MOST_PARTS = 2_000
const LONGEST_HEAD = 256 * 1024

/**
 * Returns a mail whose text parts are UTF-8 and say so. Many programs send parts without an encoding, or with a wrong
 * one, and a parser of mails must believe them.
 * @param chosen the encoding that the file's owner chose, for parts that are not UTF-8
 * @throws UnreadableError `too_intricate` for headers or parts that the parser would take minutes for
 */
export async function labelParts(bytes: Uint8Array, chosen: string | undefined): Promise<LabelledMail> {
  const mail = withoutBeginning(Buffer.from(bytes).toString('latin1'))
  if (mail.length > LONGEST_HEAD && !HEAD_END.test(mail.slice(0, LONGEST_HEAD)))
    throw new UnreadableError('too_intricate')
  const labelling = { chosen, unknown: 0, left: MOST_PARTS }
  const labelled = await labelEntity(mail, labelling, 0)
  return { bytes: Buffer.from(labelled, 'latin1'), unknown: labelling.unknown }
}

interface Labelling {
  readonly chosen: string | undefined
  unknown: number
  left: number
}

const UTF8_MARK = '\u00ef\u00bb\u00bf'

/** Removes a byte order mark and empty lines: a parser takes the headers after them for text. */
function withoutBeginning(mail: string): string {
  const start = mail.startsWith(UTF8_MARK) ? UTF8_MARK.length : 0
  let at = start
  while (at < mail.length && '\r\n'.includes(mail.charAt(at))) at += 1
  return mail.slice(at)
}

/** @param entity headers and a body, one character for each byte */
async function labelEntity(entity: string, labelling: Labelling, depth: number): Promise<string> {
  const split = HEAD_END.exec(entity.slice(0, LONGEST_HEAD))
  labelling.left -= 1
  if (labelling.left < 0) throw new UnreadableError('too_intricate')
  if (!split || depth > DEEPEST) return entity
  const end = split.index + split[0].length
  const [written, body] = [entity.slice(0, split.index), entity.slice(end)]
  const head = await readableHead(written, labelling.chosen)
  const { type, boundary, charset, transfer, isAttached } = readHead(written)
  if (boundary !== undefined) return head + split[0] + (await labelMultipart(body, boundary, labelling, depth))
  if (type === 'message/rfc822' && transfer !== 'base64' && transfer !== 'quoted-printable')
    return head + split[0] + (await labelEntity(body, labelling, depth + 1))
  if (isAttached || !TEXTS.has(type)) return head + split[0] + body
  const text = await readText(decodeBody(body, transfer), { charset, type, chosen: labelling.chosen })
  if (text === 'as-declared') return (body.length > LONGEST_FLOWED ? head.replace(FLOWED, '') : head) + split[0] + body
  if (text === undefined) {
    labelling.unknown += 1
    return head + split[0] + body
  }
  const packed = Buffer.from(text.text).toString('base64')
  return `${withUtf8(head, type)}${split[0]}${packed}\r\n`
}

const HEAD_END = /\r?\n\r?\n/
/** Longer texts are read with the line breaks that their program added: to remove them takes the square of their number. */
const LONGEST_FLOWED = 100_000
const FLOWED = /format\s{0,9}=\s{0,9}"?flowed"?/i

const TEXTS = new Set(['text/plain', 'text/html', 'text/calendar'])

async function labelMultipart(body: string, boundary: string, labelling: Labelling, depth: number): Promise<string> {
  const labelled: string[] = []
  for (const [index, part] of splitAtLines(body, `--${boundary}`).entries()) {
    const lineEnd = LINE_END.exec(part)?.[0]
    const isPart = index > 0 && lineEnd !== undefined
    labelled.push(isPart ? lineEnd + (await labelEntity(part.slice(lineEnd.length), labelling, depth + 1)) : part)
  }
  return labelled.join(`--${boundary}`)
}

const LINE_END = /^[ \t]{0,99}\r?\n/

/** Splits a text at the delimiters that are a line, or that end the parts. */
function splitAtLines(text: string, delimiter: string): string[] {
  const parts: string[][] = []
  let isAfterLine = true
  for (const piece of text.split(delimiter)) {
    const isDelimited = isAfterLine && (LINE_END.test(piece) || piece.startsWith('--'))
    const last = parts.at(-1)
    if (last && !isDelimited) last.push(piece)
    else parts.push([piece])
    isAfterLine = piece.endsWith('\n') || (piece === '' && parts.length === 1)
  }
  return parts.map((pieces) => pieces.join(delimiter))
}

interface Head {
  readonly type: string
  readonly boundary: string | undefined
  readonly charset: string | undefined
  readonly transfer: string
  readonly isAttached: boolean
}

function readHead(head: string): Head {
  const lines = head.replace(/\r?\n[ \t]{1,99}/g, ' ').split(/\r?\n/)
  const header = (name: string) => {
    const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`)
    return line?.slice(name.length + 1).trim() ?? ''
  }
  const content = header('content-type')
  const type = content.split(';', 1)[0]?.trim().toLowerCase() || 'text/plain'
  return {
    type,
    boundary: type.startsWith('multipart/') ? parameter(content, 'boundary') : undefined,
    charset: parameter(content, 'charset'),
    transfer: header('content-transfer-encoding').toLowerCase(),
    isAttached: /^attachment/i.test(header('content-disposition')),
  }
}

function parameter(header: string, name: string): string | undefined {
  for (const each of header.split(';').slice(1)) {
    const [key = '', ...rest] = each.split('=')
    if (key.trim().toLowerCase() !== name) continue
    const value = rest.join('=').trim()
    return value.startsWith('"') ? value.slice(1).split('"', 1)[0] : value.split(/\s/, 1)[0]
  }
  return undefined
}

function decodeBody(body: string, transfer: string): Buffer {
  if (transfer === 'base64') return Buffer.from(body, 'base64')
  if (transfer !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const joined = body.replace(/=[ \t]{0,99}\r?\n/g, '')
  const decoded = joined.replace(/=([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1')
}

/** Returns the text of a part, `as-declared` if the parser reads it as well, or undefined if its encoding is not known. */
async function readText(
  bytes: Buffer,
  { charset, type, chosen }: Pick<Head, 'charset' | 'type'> & Pick<Labelling, 'chosen'>,
): Promise<{ readonly text: string } | 'as-declared' | undefined> {
  if (/^utf-?7$/i.test(charset ?? '')) return undefined
  if (bytes.every((byte) => byte < 0x80 && byte !== 0)) return 'as-declared'
  const declared = [...(charset ? [charset] : []), ...(type === 'text/html' ? declaredInMarkup(bytes) : [])]
  try {
    return { text: await decodeText(bytes, { declared }) }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return chosen === undefined ? undefined : await readAs(bytes, chosen)
  }
}

async function readAs(bytes: Buffer, chosen: string): Promise<{ readonly text: string } | undefined> {
  try {
    return { text: await decodeText(bytes, { chosen }) }
  } catch {
    return undefined
  }
}

/** Returns headers as UTF-8. Old programs write names and subjects in their own encoding. */
async function readableHead(head: string, chosen: string | undefined): Promise<string> {
  const bytes = Buffer.from(head, 'latin1')
  if (bytes.every((byte) => byte < 0x80)) return head
  const text = await decodeText(bytes).catch(async () => (chosen ? (await readAs(bytes, chosen))?.text : undefined))
  return text === undefined ? head : Buffer.from(text).toString('latin1')
}

/** Returns headers that say that the body is UTF-8 in base64. */
function withUtf8(head: string, type: string): string {
  const others = head
    .replace(/\r?\n[ \t]{1,99}/g, ' ')
    .split(/\r?\n/)
    .filter((line) => !/^content-(?:type|transfer-encoding):/i.test(line))
  return [...others, `Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64']
    .filter(Boolean)
    .join('\r\n')
}
