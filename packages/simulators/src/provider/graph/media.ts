import type { Call, Route, RouteReply } from '../../router.ts'
import { MEDIA_PATH } from '../media.ts'
import type { World } from '../world.ts'
import { GraphError, unknownObject } from './graph-error.ts'
import { MEDIA_LIMITS, problemOf } from './media-check.ts'

/**
 * The URL of a media file: bytes for five minutes, after one redirect, and only with the token and a User-Agent;
 * otherwise 404 without a body.
 */
export const downloadMedia: Route<World> = {
  method: 'GET',
  path: MEDIA_PATH,
  handle({ headers, query }, world): RouteReply {
    const file = headers['user-agent'] === undefined ? undefined : world.media.open(query)
    if (!file) return { status: 404 }
    if (!query.has('redirected'))
      return { status: 302, headers: { location: `${MEDIA_PATH}?${query}&redirected=true` } }
    return { status: 200, body: file.bytes, headers: { 'content-type': file.mimeType } }
  },
}

/** `POST /{version}/{phone number id}/media`: a file as `multipart/form-data`. */
export const uploadMedia: Route<World> = {
  method: 'POST',
  path: '/{version}/{phoneNumberId}/media',
  async handle({ headers, body, param }, world) {
    const id = param('phoneNumberId')
    if (!world.numbers.some(({ phoneNumberId }) => phoneNumberId === id)) throw unknownObject(id)
    const { file, type } = await readForm(headers['content-type'] ?? '', body)
    return { status: 200, body: { id: world.media.store(type, file, id).id } }
  },
}

async function readForm(contentType: string, body: Buffer): Promise<{ file: Buffer; type: string }> {
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData())
  const file = form.get('file')
  if (form.get('messaging_product') !== 'whatsapp')
    throw new GraphError({ code: 100, message: 'The parameter messaging_product is required.' })
  if (!(file instanceof File)) throw new GraphError({ code: 100, message: 'The parameter file is required.' })
  const type = String(form.get('type') ?? file.type)
  if (!Object.keys(MEDIA_LIMITS).some((kind) => problemOf(kind, { type, bytes: file.size }) === undefined))
    throw new GraphError({ code: 100, message: `Param file is too large, or of the unsupported type ${type}.` })
  return { file: Buffer.from(await file.arrayBuffer()), type }
}

/** `GET /{version}/app`: the app of the access token. */
export const getApp: Route<World> = {
  method: 'GET',
  path: '/{version}/app',
  handle: (_, { signups }) => ({ status: 200, body: { id: signups.app.appId } }),
}

/** `POST /{version}/{app id}/uploads`: begins the upload of a file. The session's id has what was declared. */
export const beginUpload: Route<World> = {
  method: 'POST',
  path: '/{version}/{appId}/uploads',
  handle({ param, query }, { signups }) {
    if (param('appId') !== signups.app.appId) throw unknownObject(param('appId'))
    const [length, type] = [query.get('file_length') ?? '', query.get('file_type') ?? '']
    if (!/^\d+$/.test(length)) throw new GraphError({ code: 100, message: 'The parameter file_length is required.' })
    if (!/^(image\/(jpeg|png)|video\/mp4|application\/pdf)$/.test(type))
      throw new GraphError({ code: 100, message: `Unsupported file_type ${type}.` })
    return { status: 200, body: { id: `${SESSION}${Buffer.from(`${length} ${type}`).toString('base64url')}` } }
  },
}

const SESSION = 'upload:'

/** Returns whether an id is that of an upload. */
export function isUpload(id: string): boolean {
  return id.startsWith(SESSION)
}

/** `POST /{version}/{upload}`: receives the bytes. Returns the handle of the file. */
export function receiveUpload({ param, headers, body }: Call): RouteReply {
  const [length, type = ''] = Buffer.from(param('templateId').replace(SESSION, ''), 'base64url').toString().split(' ')
  if (headers.file_offset !== '0') throw new GraphError({ code: 100, message: 'The header file_offset must be 0.' })
  if (body.length !== Number(length)) throw new GraphError({ code: 100, message: 'The upload is incomplete.' })
  return { status: 200, body: { h: `4::${Buffer.from(type).toString('base64url')}:ARa${body.length}` } }
}
