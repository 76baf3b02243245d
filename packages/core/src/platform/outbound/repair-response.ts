/** A field name as HTTP allows it (RFC 9110, 5.1). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const STATUS_LINE = /^HTTP\/\d(?:\.\d)? {1,8}\d{3}(?: |$)/
const LENGTH = /^\d{1,15}$/

/**
 * Returns the response in the form that Node's parser accepts, or undefined if it does not begin with a status line. Browsers, curl and Python accept
 * field names with a space, a length that is there twice, a length beside chunks, and lines that end with one character. `bytes` is what
 * arrived of a response that the parser refused. Its headers and its body may be incomplete: the status line decides what a response means.
 */
export function repairedResponse(bytes: Buffer): Buffer | undefined {
  const end = endOfHead(bytes) ?? bytes.length
  const [statusLine = '', ...lines] = bytes
    .toString('latin1', 0, end)
    .trimEnd()
    .split(/\r\n|\n|\r/)
  if (!STATUS_LINE.test(statusLine)) return undefined
  const rest = bytes.subarray(end)
  // An interim response is followed by another one.
  if (/^HTTP\/\S+ +1/.test(statusLine)) return repairedResponse(rest)
  const fields = lines.flatMap(readField)
  const chunked = fields.some(([name, value]) => name === 'transfer-encoding' && /\bchunked\b/i.test(value))
  const lengths = new Set(fields.filter(([name]) => name === 'content-length').map(([, value]) => value))
  const [length = ''] = lengths
  const kept = fields.filter(([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name))
  const framing = chunked
    ? ['transfer-encoding: chunked']
    : lengths.size === 1 && LENGTH.test(length)
      ? [`content-length: ${length}`]
      : // The body ends with the connection.
        []
  const head = [
    `HTTP/1.1${statusLine.slice(statusLine.indexOf(' '))}`,
    ...kept.map(([name, value]) => `${name}: ${value}`),
    ...framing,
    'connection: close',
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), rest])
}

/** Returns the index after the first blank line, or undefined. */
function endOfHead(bytes: Buffer): number | undefined {
  const ends = ['\r\n\r\n', '\n\n', '\r\r', '\n\r\n']
    .map((blank) => ({ at: bytes.indexOf(blank, 0, 'latin1'), length: blank.length }))
    .filter(({ at }) => at >= 0)
    .map(({ at, length }) => at + length)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** Returns the field of a line. A line without a valid name has none. */
function readField(line: string): (readonly [name: string, value: string])[] {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
  return NAME.test(name) ? [[name, line.slice(colon + 1).trim()]] : []
}
