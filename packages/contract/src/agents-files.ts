import * as v from 'valibot'
import { Agent } from './agents.ts'
import { AgentDocument, Name } from './agents-sub-resources.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, IdParams, Uuid } from './fields.ts'

const MEGABYTE = 1024 * 1024
/** Largest file in a `multipart/form-data` body. Larger documents are uploaded directly to storage. */
export const LARGEST_FORM_FILE_BYTES = 4 * MEGABYTE
export const LARGEST_DOCUMENT_BYTES = 20 * MEGABYTE

/** Kinds of documents: file extension and content type. */
export const DOCUMENT_TYPES = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  eml: 'message/rfc822',
  csv: 'text/csv',
  json: 'application/json',
} as const

/** Encodings that can be chosen for a text file, by their names in the Encoding Standard. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const

const Encoding = v.pipe(
  v.optional(v.picklist(ENCODINGS, 'must be one of the known encodings, such as windows-1251')),
  v.description('Of a text file. The service detects it if it is absent.'),
)

const UploadedFile = v.pipe(v.file('must be a file'), v.metadata({ contentMediaType: 'application/octet-stream' }))

export const DocumentForm = v.pipe(
  v.object({
    file: UploadedFile,
    name: v.pipe(v.optional(Name), v.description('Defaults to the name of the file.')),
    encoding: Encoding,
  }),
  v.description('A document as a form.'),
  v.forward(
    v.check(
      ({ file, name }) => name !== undefined || v.is(Name, file.name),
      'is required, because the name of the file does not have 1 to 255 characters',
    ),
    ['name'],
  ),
)
export const DocumentDeclaration = v.pipe(
  v.object({
    name: v.pipe(Name, v.description('Includes the file extension.')),
    size: v.pipe(
      v.number(),
      v.integer('must be a whole number of bytes'),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(LARGEST_DOCUMENT_BYTES, 'must be at most 20 MB'),
      v.description('In bytes.'),
    ),
    contentType: v.string(),
    encoding: Encoding,
  }),
  v.description('A document that is uploaded directly to storage.'),
)
export type DocumentDeclaration = v.InferOutput<typeof DocumentDeclaration>

export const NewDocument = v.pipe(
  v.object({
    ...AgentDocument.entries,
    upload: v.pipe(
      v.nullable(v.object({ url: v.string(), fields: v.record(v.string(), v.string()) })),
      v.description(
        'POST the file to `url` as `multipart/form-data` with `fields` first and the file last, as `file`, within 15 minutes. Null if the request contained the file.',
      ),
    ),
  }),
  v.description('A document with its upload URL.'),
)
export type NewDocument = v.InferOutput<typeof NewDocument>

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/documents/',
  tag: 'Agents',
  summary: 'Add a document to an agent',
  description:
    'Send the file as `multipart/form-data` (up to 4 MB), or declare it as JSON and upload it directly to storage (up to 20 MB). File types: txt, md, html, pdf, docx, xlsx, pptx, odt, ods, odp, epub, rtf, eml, csv, json. An agent has at most 1,000 documents, with 50 million characters of text together. The file is processed in the background: `status` changes from `pending` to `processing`, then to `ready`. It changes to `partial` if a part of the file has no readable text, and to `error` if the file cannot be read or is not uploaded; `problem` says what is missing and what to do. Of a document that is `ready`, it can say which pages a model read from pictures.',
  body: v.lazy((input) => (isForm(input) ? DocumentForm : DocumentDeclaration)),
  content: { 'multipart/form-data': DocumentForm, 'application/json': DocumentDeclaration },
  status: 201,
  response: NewDocument,
  errors: [404, 409],
  audit: { action: 'upload', object: 'agent' },
})

/** Returns whether a body is a parsed form. A parsed form always has the key `file`, even if its value is undefined. */
function isForm(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'file' in input
}

export const PictureForm = v.pipe(v.object({ file: UploadedFile }), v.description('A picture as a form.'))

export const setPicture = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/picture/',
  tag: 'Agents',
  summary: "Set an agent's profile picture",
  description:
    'A png, jpeg or webp file of at most 4 MB, as `multipart/form-data`. The service detects the type from the content.',
  body: PictureForm,
  content: { 'multipart/form-data': PictureForm },
  response: Agent,
  errors: [404, 409],
  audit: { action: 'set_picture', object: 'agent' },
})

const WebsiteReading = v.pipe(
  v.object({
    id: v.pipe(Uuid, v.description('The website tool.')),
    requestedAt: DateTime,
  }),
  v.description('A website that will be read.'),
)

export const readWebsite = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{id}/website-tools/{toolId}/read/',
  tag: 'Agents',
  summary: 'Read a website now',
  description:
    'Has a website tool with `daily: true` read at once, and not only on its next day. Pages that did not change keep their text. It is read in the background: `reading` of the tool is true until `readAt` is later than `requestedAt`. A website can be read so every ten minutes: a request before is answered with 429, and one while it is read with 409.',
  params: v.object({ ...IdParams.entries, toolId: v.pipe(v.string(), v.metadata({ format: 'uuid' })) }),
  status: 202,
  response: WebsiteReading,
  errors: [404, 409],
  audit: { action: 'request_reading', object: 'agent' },
})
