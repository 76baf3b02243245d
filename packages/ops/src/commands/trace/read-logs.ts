import { readFile } from 'node:fs/promises'
import type { TraceEvent } from '@messaging/core/operations/trace/time-line.ts'
import { inline } from '../../terminal/text.ts'

/** Maximum time between an event and its log line. */
const MARGIN_SECONDS = 60
/** The stacks with functions. The name of a log group begins with that of its stack. */
const STACKS = ['Api', 'Messaging', 'Dashboard']

/** Returns lines with one of `ids` in the log of `npm start`; for a stage, commands for CloudWatch Logs Insights. */
export async function readLogs(
  ids: readonly string[],
  events: readonly TraceEvent[],
  stage: string | undefined,
): Promise<string[]> {
  if (stage !== undefined) return insightsQuery(ids, events, stage)
  const file = `${process.env.DATA_DIR || '.local'}/functions.log`
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => ids.some((id) => line.includes(id)))
  return lines.length > 0 ? lines.map(inline) : [`No line of ${file} contains any of these ids.`]
}

function insightsQuery(ids: readonly string[], events: readonly TraceEvent[], stage: string): string[] {
  const times = events.map(({ at }) => Math.floor(at / 1000))
  const groups = STACKS.map((part) => `"Messaging-${stage}-${part}-"`).join(', ')
  const query = `SOURCE logGroups(namePrefix: [${groups}]) | fields @timestamp, event, level, attempt, verdict, cause, error.message, deliveryId | filter @message like /${ids.join('|')}/ | sort @timestamp`
  return [
    `aws logs start-query --start-time ${Math.min(...times) - MARGIN_SECONDS} --end-time ${Math.max(...times) + MARGIN_SECONDS} \\`,
    `  --query-string '${query}'`,
    'aws logs get-query-results --query-id <the printed id>',
  ]
}
