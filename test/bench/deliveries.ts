import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstIdAt } from '@replywright/core/deliveries/index-range.ts'
import { startService } from '@replywright/local/start-service.ts'
import { signInToDashboard } from '../dashboard/session.ts'
import { fillDeliveryLog, minuteOf, readDeliveriesPage } from '../deliveries/delivery-log.ts'
import { actAsAdministrator } from '../support/administrator.ts'

const COUNT = 20_000
/** One delivery in a thousand fails. */
const FAILED_EVERY = 1000

/** The maximum read units of a page: of all or of failed ones, and of a search that finds nothing. */
const PAGE_LIMIT = 8
const SEARCH_LIMIT = 250

/**
 * Measures the read units of a page of the dashboard's deliveries, in a log of 20,000 with 20 failures: the newest
 * page, an old page, the failures, an id, and a page of searches without a match. `npm run bench -- deliveries`. The limits are independent of the log's
 * length. Filling the log takes minutes.
 * @throws Error when a page exceeds its limit.
 */
export async function run([count = String(COUNT)]: readonly string[] = []): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const service = await startService({ PORT: 0, DATA_DIR, onProgress: (step) => process.stderr.write(`  ${step}\n`) })
  try {
    actAsAdministrator(service)
    const { cloud, ready, otherUser } = service
    const log = {
      webhookId: ready.otherOrganization.webhookId,
      count: Number(count),
      now: Date.now(),
      failedEvery: FAILED_EVERY,
    }
    process.stderr.write(`  writing ${count} deliveries\n`)
    await fillDeliveryLog(cloud, log)
    const session = await signInToDashboard(service, otherUser)
    const read = (query: Readonly<Record<string, string>>) => readDeliveriesPage(cloud, session, query)

    // The first request also reads the user.
    await read({})
    const until = minuteOf(log, Math.floor(log.count * 0.75))
    const rows = [
      { page: 'the newest', limit: PAGE_LIMIT, ...(await read({})) },
      { page: 'three quarters back', limit: PAGE_LIMIT, ...(await read({ until })) },
    ]
    const queries: { page: string; limit: number; query: Record<string, string> }[] = [
      { page: 'failed', limit: PAGE_LIMIT, query: { status: 'failed' } },
      { page: 'failed, not replayed', limit: PAGE_LIMIT, query: { status: 'failed', replayed: 'false' } },
      { page: 'failed, older', limit: PAGE_LIMIT, query: { status: 'failed', until } },
      { page: 'succeeded', limit: PAGE_LIMIT, query: { status: 'delivered' } },
      { page: 'beginning of an id', limit: PAGE_LIMIT, query: { q: firstIdAt(log.now - 60_000).slice(0, 13) } },
      { page: 'pending, none', limit: SEARCH_LIMIT, query: { status: 'pending' } },
      { page: 'number, no match', limit: SEARCH_LIMIT, query: { q: '+447700900999' } },
    ]
    for (const { page, limit, query } of queries) rows.push({ page, limit, ...(await read(query)) })
    console.log(`\nRead units of one page of ${count} deliveries`)
    console.table(rows.map(({ page, shown, readUnits, limit }) => ({ page, shown, 'read units': readUnits, limit })))
    const tooExpensive = rows.filter(({ readUnits, limit }) => readUnits > limit)
    if (tooExpensive.length > 0) throw new Error(`too expensive: ${tooExpensive.map(({ page }) => page).join(', ')}`)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}
