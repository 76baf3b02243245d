import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '@messaging/local/start-service.ts'
import { signInToDashboard } from '../dashboard/session.ts'
import { fillDeliveryLog, minuteOf, readDeliveriesPage } from '../deliveries/delivery-log.ts'
import { actAsAdministrator } from '../support/administrator.ts'

const COUNT = 20_000
/** One in a thousand fails. */
const FAILED_EVERY = 1000

/** Read units that a page may cost at most: of all deliveries, and of those that a filter passes, however few they are. */
const MOST_OF_A_PAGE = 8
const MOST_OF_A_FILTERED_PAGE = 250

/**
 * What a page of the dashboard's deliveries costs in read units, in a log of 20,000 of which 20 failed: the newest, one far
 * back, and the rare failures to the last. `npm run bench -- deliveries`. The bounds hold however long the log is. Filling it
 * takes minutes.
 * @throws Error when a page costs more
 */
export async function run([count = String(COUNT)]: readonly string[] = []): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'messaging-bench-'))
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

    // The first request reads who asks, too.
    await read({})
    const until = minuteOf(log, Math.floor(log.count * 0.75))
    const rows = [
      { page: 'the newest', most: MOST_OF_A_PAGE, ...(await read({})) },
      { page: 'three quarters back', most: MOST_OF_A_PAGE, ...(await read({ until })) },
    ]
    for (let cursor: string | null = ''; cursor !== null; ) {
      const failed = await read({ status: 'failed', ...(cursor && { cursor }) })
      rows.push({ page: `failed, page ${rows.length - 1}`, most: MOST_OF_A_FILTERED_PAGE, ...failed })
      cursor = failed.nextCursor
    }
    console.log(`\nRead units of one page of ${count} deliveries`)
    console.table(rows.map(({ page, shown, readUnits, most }) => ({ page, shown, 'read units': readUnits, most })))
    const dear = rows.filter(({ readUnits, most }) => readUnits > most)
    if (dear.length > 0) throw new Error(`too dear: ${dear.map(({ page }) => page).join(', ')}`)
  } finally {
    await service.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}
