import type { Agent } from '@messaging/contract/agents.ts'
import { LARGEST_FORM_FILE_BYTES } from '@messaging/contract/agents-files.ts'
import type { Caller } from '../../platform/caller.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { deleteObjects, putObject } from '../../platform/objects/objects.ts'
import { agentView } from './agent-view.ts'
import { getOwnAgent } from './find-agent.ts'
import { imageType } from './image-type.ts'
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
