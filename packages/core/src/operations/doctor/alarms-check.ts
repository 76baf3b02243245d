import { listAlarms } from '../alarms/list-alarms.ts'
import { type Check, count, deploy, fails, ok } from './finding.ts'

export const alarmsCheck: Check = {
  name: 'alarms',
  rights: ['cloudwatch:DescribeAlarms'],
  async run(deployment) {
    const alarms = await listAlarms()
    if (alarms.length === 0) return fails('there are no alarms', deploy(deployment))
    const active = alarms.filter(({ state }) => state === 'alarm')
    if (active.length === 0) return ok(`${count(alarms.length, 'alarm')}, none active`)
    return active.map(({ name, reason }) =>
      fails(`${name} is active: ${reason}`, `docs/operations.md, ${sectionOf(name)}`),
    )
  },
}

/** Returns the runbook section of an alarm: `DeadLetters` for `Messaging-prod-DeadLetters-turns`. */
export function sectionOf(alarm: string): string {
  return alarm.replace(/^Messaging-[a-z0-9-]+-(?=[A-Z])/, '').split('-')[0] ?? alarm
}
