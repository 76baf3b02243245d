import { Busboy } from '@fastify/busboy'
import { LARGEST_FORM_FILE_BYTES } from '@replywright/contract/agents-files.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/** A parsed `multipart/form-data` body. The key `file` is always present; it is undefined without a file. */
export interface Form {
  readonly file: File | undefined
  readonly [field: string]: string | File | undefined
}

const LIMITS = { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 50 }
const FILE_FIELD = 'file'

/** Parses the form of a request. @throws ServiceError 413 for a file above 4 MB, 400 for an invalid form */
export async function readForm(event: APIGatewayProxyEvent): Promise<Form> {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  try {
    return await parse(event.headers['content-type'] ?? '', body)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('validation_error', 'The body is not valid multipart/form-data.', undefined, { cause })
  }
}

function parse(contentType: string, body: Buffer): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    let file: File | undefined
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      // One byte above the limit, to distinguish a file of exactly the allowed size from a truncated one.
      limits: { ...LIMITS, fileSize: LARGEST_FORM_FILE_BYTES + 1 },
    })
    parser.on('field', (name, value) => fields.set(name, value))
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      const chunks: Buffer<ArrayBuffer>[] = []
      stream.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
      stream.on('error', reject)
      stream.on('end', () => {
        if (stream.bytesRead > LARGEST_FORM_FILE_BYTES)
          reject(new ServiceError('payload_too_large', 'The file is larger than 4 MB.'))
        if (name === FILE_FIELD) file = new File(chunks, fileName ?? '', { type })
      })
    })
    parser.on('error', reject)
    parser.on('finish', () => resolve({ ...Object.fromEntries(fields), file }))
    parser.end(body)
  })
}
