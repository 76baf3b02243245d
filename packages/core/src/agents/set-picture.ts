import type { Agent } from '@messaging/contract/agents.ts'
import { LARGEST_FORM_FILE_BYTES } from '@messaging/contract/agents-files.ts'
import type { Caller } from '../platform/caller.ts'
import { invalidField, ServiceError } from '../platform/errors.ts'
import { log } from '../platform/log/log.ts'
import { deleteObjects, putObject } from '../platform/objects/objects.ts'
import { agentView } from './agent-view.ts'
import { getOwnAgent } from './find-agent.ts'
import { amendAgent } from './write-agent.ts'

/**
 * `POST /agents/{id}/picture/`: stores a new profile picture under the new id `pictureId` and deletes the former one.
 * @throws ServiceError 400 for a file that is not png, jpeg or webp; 413 above 4 MB
 */
export async function setPicture(
  caller: Caller,
  id: string,
  pictureId: string,
  file: File,
  now: number,
): Promise<Agent> {
  const bytes = await file.bytes()
  if (bytes.length > LARGEST_FORM_FILE_BYTES)
    throw new ServiceError('payload_too_large', 'The picture is larger than 4 MB. Send a smaller one.')
  const contentType = imageType(bytes)
  if (!contentType) throw invalidField('file', 'must be a png, jpeg or webp picture')
  await getOwnAgent(caller, id)
  const picture = `pictures/${caller.organizationId}/${id}/${pictureId}`
  await putObject(picture, bytes, contentType)
  let former = ''
  const agent = await amendAgent(
    caller,
    id,
    (settings) => {
      former = settings.picture
      return former === picture ? undefined : { ...settings, picture }
    },
    now,
  )
  if (former && former !== picture) await deleteObjects([former])
  log('agent.pictured', { organizationId: caller.organizationId, agentId: id, contentType })
  return await agentView(caller, agent)
}

/** First bytes of an image file; `undefined` matches any byte. */
const MAGIC = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
} as const

/** Returns the content type of a png, jpeg or webp file from its first bytes, or undefined. */
export function imageType(bytes: Uint8Array): string | undefined {
  return Object.entries(MAGIC).find(([, magic]) =>
    magic.every((byte, index) => byte === undefined || bytes[index] === byte),
  )?.[0]
}
