import type { Call, Route, RouteReply } from '../../router.ts'
import type { World } from '../world.ts'
import { GraphError, unknownObject } from './graph-error.ts'

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
