import { DOCUMENT_TYPES } from '@replywright/contract/agents-files.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import { parseJson } from '@replywright/contract/json.ts'
import { toolName } from '@replywright/contract/tool-name.ts'
import { searchTerms } from '@replywright/core/agents/documents/search/search-terms.ts'
import { readFile } from '@replywright/core/agents/documents/text/read-file.ts'
import { listingHash, pinsOf } from '@replywright/core/agents/mcp-connectors/judge-tools.ts'
import { acceptedSchema } from '@replywright/core/agents/models/accepted-tool.ts'
import { asData } from '@replywright/core/answering/tools/as-data.ts'
import { mcpResultText } from '@replywright/core/answering/tools/mcp-result.ts'
import { markedSchema } from '@replywright/core/answering/tools/mcp-tools.ts'
import { readListing } from '@replywright/core/answering/tools/read-listing.ts'
import { readableText } from '@replywright/core/answering/tools/readable-text.ts'
import { hideSecrets } from '@replywright/core/answering/tools/secret-texts.ts'
import { readAnswer } from '@replywright/core/answering/turns/read-answer.ts'
import { parseProviderJson, readWebhook } from '@replywright/core/channel/provider/read-webhook.ts'
import { fill, variablesOf } from '@replywright/core/channel/provider/template-definition.ts'
import { foldText } from '@replywright/core/platform/fold-text.ts'
import { xlsx } from '../../packages/core/src/agents/documents/text/testing/xlsx.ts'
import { zip } from '../../packages/core/src/agents/documents/text/testing/zip.ts'
import { richText, variablesOf as variablesShown } from '../../packages/dashboard/src/templates/variables.ts'

/** Where text of strangers is processed. */
export interface Path {
  /** The limit of processor time for 1 MB, in milliseconds. */
  readonly limitMs: number
  process(text: string): Promise<unknown> | unknown
}

const MEGABYTE = 1024 * 1024
const LIMIT_MS = 100
/** A page is read in bounded time (`within-time.ts`), with its text decoded and compressed beside. */
const PAGE_LIMIT_MS = 4500
/** A document is read by a worker of its own, with a time limit of 120 s. */
const DOCUMENT_LIMIT_MS = 60_000

const json = { headers: { 'content-type': 'application/json' } }
const html = { headers: { 'content-type': 'text/html' } }

/** What `runTool` and its tools do with a result. */
function resultFor(text: string): string {
  return asData('lookup', hideSecrets(text, ['sk-secret-value']))
}

function message(fields: object): Buffer {
  const value = {
    metadata: { phone_number_id: '1', display_phone_number: '447700900100' },
    contacts: [{ wa_id: '447700900200', profile: { name: 'Sam' } }],
    messages: [{ id: 'w', from: '447700900200', timestamp: '1', ...fields }],
  }
  const changes = [{ field: 'messages', value }]
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }))
}

/** Returns as much of a text as has 1 MB in JSON. Some characters are escaped by six. */
function fitting(text: string, share = 1): string {
  const { length } = JSON.stringify(text)
  return text.slice(0, Math.floor((text.length * MEGABYTE) / share / Math.max(length, MEGABYTE)))
}

function document(type: string, fileOf: (text: string) => string | Uint8Array = (text) => text): Path {
  return { limitMs: DOCUMENT_LIMIT_MS, process: (text) => readFile(Buffer.from(fileOf(text)), type) }
}

/** Returns a text as the words of XML. */
function words(text: string): string {
  return text.replace(/[<&]/g, ' ')
}

function relationship(type: string, target: string): string {
  return `<Relationships><Relationship Id="r1" Type="/${type}" Target="${target}"/></Relationships>`
}

function word(markup: string): Uint8Array {
  const main = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${markup}</w:body></w:document>`
  return zip({ '_rels/.rels': relationship('officeDocument', 'word/document.xml'), 'word/document.xml': main })
}

function slide(markup: string): Uint8Array {
  return zip({
    '_rels/.rels': relationship('officeDocument', 'ppt/presentation.xml'),
    'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationship('slide', 'slides/slide1.xml'),
    'ppt/slides/slide1.xml': `<p:sld><p:sp>${markup}</p:sp></p:sld>`,
  })
}

/** Everything that processes text of strangers, by name. */
export const PATHS: Readonly<Record<string, Path>> = {
  'listing of a tool server': {
    limitMs: LIMIT_MS,
    process: (text) => {
      const inputSchema = {
        type: text,
        properties: { a: { description: text.slice(0, 15_000), pattern: text.slice(0, 1000) } },
      }
      const value = parseJson(text)?.value
      const { tools } = readListing([
        { name: text },
        { name: 'a', title: text, description: text, inputSchema: {} },
        { name: 'b', inputSchema },
        { name: 'c', inputSchema: { properties: value } },
        { name: 'd', inputSchema: value },
      ])
      pinsOf(tools)
      listingHash(tools)
      for (const { description = '', inputSchema: schema } of tools) {
        asData('Shop', description, 1024)
        acceptedSchema(markedSchema(schema))
      }
      return toolName(text, 'tool')
    },
  },
  'result of a tool server': {
    limitMs: LIMIT_MS,
    process: (text) => resultFor(mcpResultText({ content: [{ type: 'text', text }] })),
  },
  'result of an HTTP tool': {
    limitMs: LIMIT_MS,
    process: async (text) => resultFor((await readableText({ ...json, bytes: Buffer.from(text) }))?.text ?? ''),
  },
  page: {
    limitMs: PAGE_LIMIT_MS,
    process: async (text) => resultFor((await readableText({ ...html, bytes: Buffer.from(text) }))?.text ?? ''),
  },
  'text document': document(DOCUMENT_TYPES.txt),
  'Markdown document': document(DOCUMENT_TYPES.md),
  'CSV document': document(DOCUMENT_TYPES.csv),
  'JSON document': document(DOCUMENT_TYPES.json),
  'HTML document': document(DOCUMENT_TYPES.html),
  'rich text document': document(DOCUMENT_TYPES.rtf, (text) => `{\\rtf1 ${text}}`),
  'mail document': document(DOCUMENT_TYPES.eml, (text) => `Subject: a\nContent-Type: text/html\n\né${text}`),
  'headers of a mail document': document(DOCUMENT_TYPES.eml, (text) => `Subject: ${text}\nContent-Type: ${text}\n\na`),
  'Word document': document(DOCUMENT_TYPES.docx, (text) => word(`<w:p><w:r><w:t>${words(text)}</w:t></w:r></w:p>`)),
  'markup of a Word document': document(DOCUMENT_TYPES.docx, word),
  'presentation document': document(DOCUMENT_TYPES.pptx, (text) =>
    slide(`<a:p><a:t>${words(text)}</a:t></a:p>${text}`),
  ),
  'sheet document': document(DOCUMENT_TYPES.xlsx, (text) =>
    xlsx({
      formats: { 170: words(text).slice(0, 1000).replaceAll('"', '') },
      styles: [0, 170],
      sheets: [
        {
          name: 'S',
          rows: `<row><c t="inlineStr"><is><t>${words(text)}</t></is></c><c s="1"><v>5</v></c></row>${text}`,
        },
      ],
    }),
  ),
  'OpenDocument text': document(DOCUMENT_TYPES.odt, (text) =>
    zip({ 'content.xml': `<office:text><text:p>${words(text)}</text:p>${text}</office:text>` }),
  ),
  'search in documents': { limitMs: LIMIT_MS, process: (text) => searchTerms(text.slice(0, 4096)) },
  template: {
    limitMs: LIMIT_MS,
    process: (text) => [variablesOf(text), fill(text, new Map([['a', 'b']])), foldText(text)],
  },
  'template in the editor': {
    limitMs: LIMIT_MS,
    // The editor holds at most 64 KB.
    process: (text) => {
      const draft = text.slice(0, 64 * 1024)
      return [variablesShown(draft), richText({ text: draft.slice(0, 1024), samples: {} })]
    },
  },
  'response of a webhook': { limitMs: LIMIT_MS, process: (text) => parseJson(text) },
  'body of a request': {
    limitMs: LIMIT_MS,
    process: (text) => {
      try {
        return parseExactJson(text)
      } catch {
        return undefined
      }
    },
  },
  'reply of a model': {
    limitMs: LIMIT_MS,
    process: (text) =>
      readAnswer(
        text,
        ['lookup', 'find_order'].map((name) => ({ name, parameters: {} })),
      ),
  },
  'message of a customer': {
    limitMs: LIMIT_MS,
    process: (text) => readWebhook(parseProviderJson(message({ type: 'text', text: { body: fitting(text) } }))),
  },
  'webhook of the provider': { limitMs: LIMIT_MS, process: (text) => parseProviderJson(Buffer.from(text)) },
  'header of a response': {
    limitMs: LIMIT_MS,
    process: (text) => readableText({ headers: { 'content-type': text.slice(0, 16 * 1024) }, bytes: Buffer.from('a') }),
  },
  'contact card': {
    limitMs: LIMIT_MS,
    process: (text) => {
      const part = fitting(text, 3)
      const card = { name: { formatted_name: part }, phones: [{ phone: part }], org: { company: part } }
      return readWebhook(parseProviderJson(message({ type: 'contacts', contacts: [card] })))
    },
  },
}
