import type { EpochMs } from '@replywright/contract/time.ts'
import { isoTime } from '../../platform/clock.ts'
import { conflict, notFound, RateLimitError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { getOwnAgent } from '../find-agent.ts'
import { judgeRequest } from './plan-website.ts'
import { dailyWebsites, websiteKey } from './website-config.ts'
import { newWebsiteRequest, WebsiteEntity, type WebsiteItem, WebsiteRequestEntity } from './website-entity.ts'

/**
 * `POST /agents/{id}/website-tools/{toolId}/read/`: has a website read, in one write with the message that has it read.
 * @throws ServiceError 404 for an unknown agent or tool; 403 if the agent is only shared; 409 if the website is being read,
 * or is not read daily; RateLimitError within ten minutes after another request
 */
export async function requestReading(
  caller: Caller,
  agentId: string,
  toolId: string,
  now: EpochMs,
): Promise<{ readonly id: string; readonly requestedAt: string }> {
  const { settings } = await getOwnAgent(caller, agentId)
  const tool = settings.websiteTools.find(({ id }) => id === toolId)
  if (!tool) throw notFound('website tool', 'id, and that the tool belongs to the agent')
  if (!dailyWebsites(settings).includes(tool))
    throw new ServiceError('conflict', 'The website is not read daily. Set `daily` and `active` of the tool to true.')
  const website = { organizationId: caller.organizationId, agentId, websiteId: toolId, key: websiteKey(tool) }
  await retryConflict(CONFLICT_TRIES, 'The website changed meanwhile. Try again.', async () => {
    const { data: item } = await WebsiteEntity.get(website).go({ consistent: true })
    if (!item) return undefined
    const verdict = judgeRequest(item, now)
    if (verdict.kind === 'being-read')
      throw conflict('reading_in_progress', 'The website is being read. Wait until `reading` of the tool is false.')
    if (verdict.kind === 'wait')
      throw new RateLimitError('The website was read on request within the last ten minutes.', verdict.seconds)
    return (await write(item, now)) || undefined
  })
  log('website.requested', { agentId, websiteId: toolId })
  return { id: toolId, requestedAt: isoTime(now) }
}

/** Writes a request, unless the website is read or requested since `item` was. Returns whether it was written. */
async function write(item: WebsiteItem, now: EpochMs): Promise<boolean> {
  const { organizationId, agentId, websiteId, key, startedAt = 0, requestedAt } = item
  return await transact({ websites: WebsiteEntity, requests: WebsiteRequestEntity }, ({ websites, requests }) => [
    websites
      .patch({ organizationId, agentId, websiteId, key })
      .set({ requestedAt: now })
      .where((stored, { eq, notExists }) => {
        const isSame = requestedAt === undefined ? notExists(stored.requestedAt) : eq(stored.requestedAt, requestedAt)
        return `${eq(stored.startedAt, startedAt)} AND ${isSame}`
      })
      .commit(),
    requests.put(newWebsiteRequest(item, now)).commit(),
  ])
}
