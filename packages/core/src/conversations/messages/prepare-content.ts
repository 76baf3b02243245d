import { capabilitiesOf } from '../../channel/capabilities.ts'
import { channelOf } from '../../channel/channels.ts'
import { fitContent } from '../../channel/fit-content.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { OutboundContent } from '../../channel/port.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'

/**
 * Returns content as the channel of a number sends it, with everything that is stored of it. `pathOf` maps a path in the
 * body of the send endpoint to one in the caller's body.
 * @throws ServiceError 400 for content that the channel cannot send or would refuse
 */
export async function prepareContent(
  number: NumberItem,
  content: OutboundContent,
  now: number,
  pathOf: (path: string) => string = (path) => path,
): Promise<OutboundContent> {
  try {
    return await channelOf(number).prepare(number, fitContent(content, capabilitiesOf(number)), now)
  } catch (error) {
    const [detail] = error instanceof ServiceError ? (error.details ?? []) : []
    throw detail ? invalidField(pathOf(detail.path), detail.message) : error
  }
}
