import type { Ms } from '@replywright/contract/time.ts'
import type { Check, Deployment, Finding, State } from '@replywright/core/operations/doctor/check.ts'
import {
  alarmsCheck,
  deadLettersCheck,
  numbersCheck,
  providerCheck,
  queuesCheck,
  tableCheck,
} from '@replywright/core/operations/doctor/checks.ts'
import type { Input, Session } from '../../command.ts'
import { explain } from '../../explain.ts'
import { readDuration } from '../../read-options.ts'
import type { Report, Screen } from '../../report.ts'
import { count } from '../../show.ts'
import { inline, type Style } from '../../terminal/text.ts'
import { DEFAULT_LIMIT } from '../doctor.ts'
import { checksBefore } from './before/checks.ts'
import { readContext } from './before/context.ts'
import { gatewayLogsCheck, keyQuotaCheck, subscribersCheck, usagePlanCheck } from './checks/api.ts'
import { concurrencyCheck, ingressCheck } from './checks/concurrency.ts'
import { agentToolsCheck, apiKeysCheck, contentsCheck } from './checks/contents.ts'
import { mappingsCheck } from './checks/mappings.ts'
import { mailCheck, modelCheck, voiceCheck } from './checks/services.ts'
import { stacksCheck } from './checks/stacks.ts'
import { LIVE_CHECKS } from './live/checks.ts'

/** In the order in which a new deployment needs them. */
export const CHECKS: readonly Check[] = [
  stacksCheck,
  tableCheck,
  concurrencyCheck,
  ingressCheck,
  mappingsCheck,
  providerCheck,
  numbersCheck,
  modelCheck,
  voiceCheck,
  contentsCheck,
  usagePlanCheck,
  keyQuotaCheck,
  apiKeysCheck,
  agentToolsCheck,
  gatewayLogsCheck,
  mailCheck,
  subscribersCheck,
  alarmsCheck,
  deadLettersCheck,
  queuesCheck,
]

const STATES: Readonly<Record<State, { readonly word: string; readonly style: Style }>> = {
  ok: { word: 'ok', style: 'green' },
  warning: { word: 'warning', style: 'yellow' },
  fails: { word: 'FAILS', style: 'red' },
  unknown: { word: 'unknown', style: 'yellow' },
  not_applicable: { word: 'n/a', style: 'dim' },
}
const STATE_WIDTH = Math.max(...Object.values(STATES).map(({ word }) => word.length))

export async function examine(input: Input, { outputs, now, flags, progress }: Session): Promise<Report> {
  const limit = readDuration('within', input.within ?? DEFAULT_LIMIT)
  const checks = await checksOf(input, flags)
  const shown = progress('Checks')
  let done = 0
  const onDone = () => shown.update(++done, checks.length)
  const lines = await runChecks(checks, { stage: input.stage, outputs, now }, limit, onDone)
  shown.end()
  return reportOf(lines, flags.has('strict'))
}

async function checksOf({ stage, context }: Input, flags: ReadonlySet<string>): Promise<readonly Check[]> {
  if (flags.has('live')) {
    if (!stage) throw new Error('--live requires --stage: it looks for what happened on AWS.')
    return LIVE_CHECKS
  }
  if (!flags.has('before')) return flags.has('quick') ? CHECKS.filter(({ scans }) => !scans) : CHECKS
  if (!stage) throw new Error('--before requires --stage: it checks an AWS account.')
  return checksBefore(await readContext(stage, context))
}

/**
 * Builds the report with a line per finding and its remedy below. Remedies are not truncated, because they are commands. `strict`: a
 * check that could not run fails the report.
 */
export function reportOf(lines: readonly Line[], strict = false): Report {
  const of = (wanted: State) => lines.filter(({ state }) => state === wanted).length
  const width = Math.max(...lines.map(({ check }) => check.length))
  const failing = of('fails')
  const summary = `${failing} ${failing === 1 ? 'fails' : 'fail'}, ${count(of('warning'), 'warning')}, ${of('unknown')} unknown, ${of('ok')} ok`
  return {
    failed: failing > 0 || (strict && of('unknown') > 0),
    json: lines.map(({ check, state, tells, remedy }) => ({ check, state, tells, remedy: remedy ?? null })),
    lines: (screen) => [...lines.flatMap((line) => linesOf(line, width, screen)), '', summary],
  }
}

function linesOf({ check, state, tells, remedy }: Line, width: number, { paint }: Screen): string[] {
  const { word, style } = STATES[state]
  const indent = ' '.repeat(STATE_WIDTH + width + 4)
  return [
    `${paint(style, word.padEnd(STATE_WIDTH))}  ${check.padEnd(width)}  ${inline(tells)}`,
    ...(remedy ? [`${indent}→ ${inline(remedy)}`] : []),
  ]
}

/** Names of AWS errors for missing permissions. */
const REFUSED = /^(AccessDenied|AuthorizationError|UnauthorizedOperation|Forbidden)/

interface Line extends Finding {
  readonly check: string
}

/** Runs all checks concurrently. A check that throws or exceeds the time limit is `unknown`. */
export async function runChecks(
  checks: readonly Check[],
  deployment: Omit<Deployment, 'signal'>,
  limitMilliseconds: Ms,
  onDone: () => void = () => {},
): Promise<Line[]> {
  const signal = AbortSignal.timeout(limitMilliseconds)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no response within ${limitMilliseconds / 1000} s`)))
  })
  // Prevents an unhandled rejection after all checks have ended.
  late.catch(() => {})
  const found = await Promise.all(
    checks.map((check) => runCheck(check, { ...deployment, signal }, late).finally(onDone)),
  )
  return found.flat()
}

async function runCheck(check: Check, deployment: Deployment, late: Promise<never>): Promise<Line[]> {
  const line = (finding: Finding): Line => ({ check: check.name, ...finding })
  try {
    const found = await Promise.race([check.run(deployment), late])
    return 'state' in found ? [line(found)] : found.map(line)
  } catch (error) {
    const isRefused = error instanceof Error && REFUSED.test(error.name)
    const remedy = isRefused ? { remedy: `Add these permissions: ${check.rights.join(', ')}.` } : {}
    return [line({ state: 'unknown', tells: explain(error, undefined), ...remedy })]
  }
}
