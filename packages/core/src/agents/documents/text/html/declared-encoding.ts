const BEGINNING = 4096
const META_CHARSET = /<meta[^<>]{0,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w:.-]{1,40})/i
const XML_PROLOG = /^\s{0,99}<\?xml[^<>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w:.-]{1,40})/i

/** Returns the encodings that a page or an XML file declares at its beginning. */
export function declaredInMarkup(bytes: Uint8Array): string[] {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1')
  return [XML_PROLOG, META_CHARSET].flatMap((pattern) => pattern.exec(beginning)?.[1] ?? [])
}
