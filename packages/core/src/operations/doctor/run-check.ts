import type { CHECKS, Finding as FindingView } from '@replywright/contract/dashboard/operations.ts'
import { deadLetterQueueOutput, QUEUE_NAMES, queueOutput, UNSENT_QUEUE_NAMES } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { notFound } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import type { Check } from './check.ts'
import { alarmsCheck, deadLettersCheck, providerCheck, queuesCheck, tableCheck } from './checks.ts'

const KNOWN: Readonly<Record<(typeof CHECKS)[number], Check>> = {
  table: tableCheck,
  provider: providerCheck,
  alarms: alarmsCheck,
  'dead-letters': deadLettersCheck,
  queues: queuesCheck,
}
const LIMIT_MILLISECONDS = 10_000

/**
 * Runs a check of the `doctor` command. A check that fails to run is `unknown`. @throws ServiceError 404 for an unknown
 * name
 */
export async function runCheck(name: string, now: EpochMs): Promise<FindingView[]> {
  const check = Object.entries(KNOWN).find(([known]) => known === name)?.[1]
  if (!check) throw notFound('check', 'name')
  const signal = AbortSignal.timeout(LIMIT_MILLISECONDS)
  const stage = settings.STAGE === 'local' ? undefined : settings.STAGE
  try {
    const found = await check.run({ stage, outputs: outputs(), now, signal })
    return ('state' in found ? [found] : found).map(({ state, tells, remedy = null }) => ({ state, tells, remedy }))
  } catch (error) {
    logError('check.failed', error, { check: name })
    return [
      { state: 'unknown', tells: 'The check could not run. The log of this function has the cause.', remedy: null },
    ]
  }
}

/** Returns the outputs of the stacks that the checks use. */
function outputs(): Record<string, string> {
  const { TABLE_NAME, WORK_QUEUE_URLS: work, DEAD_LETTER_QUEUE_URLS: dead } = settings
  return Object.fromEntries([
    ['TableName', TABLE_NAME],
    ...QUEUE_NAMES.map((name) => [queueOutput(name), work[name] ?? '']),
    ...[...QUEUE_NAMES, ...UNSENT_QUEUE_NAMES].map((name) => [deadLetterQueueOutput(name), dead[name] ?? '']),
  ])
}
