import { withinTime } from '../../../../platform/within-time.ts'

export type XmlAttributes = Readonly<Record<string, string>>

/** What happens at the parts of an XML document. `path` has the open elements, outermost first. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes, path: readonly string[]): void
  text?(text: string, path: readonly string[]): void
  /** `path` is without the element. */
  close?(name: string, path: readonly string[]): void
}

/** Elements within elements: more than an office program writes. */
const DEEPEST = 1000
const LONGEST_MS = 30_000

/** Reads XML from the beginning to the end, without a tree: a sheet can have millions of cells. */
export async function readXml(bytes: Uint8Array, handler: XmlHandler): Promise<void> {
  const { Parser } = await import('htmlparser2')
  const xml = new TextDecoder(encodingOf(bytes)).decode(bytes)
  withinTime(LONGEST_MS, () => {
    const path: string[] = []
    const parser = new Parser(
      {
        onopentag(name, attributes) {
          path.push(name)
          if (path.length > DEEPEST) throw new RangeError('the XML is nested too deeply')
          handler.open?.(name, attributes, path)
        },
        ontext: (text) => handler.text?.(text, path),
        onclosetag(name) {
          path.pop()
          handler.close?.(name, path)
        },
      },
      { xmlMode: true, decodeEntities: true },
    )
    parser.write(xml)
    parser.end()
  })
}

/** Returns the name of an element without its prefix. */
export function localName(element: string): string {
  return element.slice(element.indexOf(':') + 1)
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
