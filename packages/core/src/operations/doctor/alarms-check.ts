import { isTicket, sectionOf } from '@messaging/contract/alarms.ts'
import { listAlarms } from '../alarms/list-alarms.ts'
import { type Check, count, deploy, fails, ok, warning } from './finding.ts'

export const alarmsCheck: Check = {
  name: 'alarms',
  rights: ['cloudwatch:DescribeAlarms'],
  async run(deployment) {
    const alarms = await listAlarms()
    if (alarms.length === 0) return fails('there are no alarms', deploy(deployment))
    const active = alarms.filter(({ state }) => state === 'alarm')
    if (active.length === 0) return ok(`${count(alarms.length, 'alarm')}, none active`)
    return active.map(({ name, reason }) =>
      (isTicket(name) ? warning : fails)(`${name} is active: ${reason}`, `docs/operations.md, ${sectionOf(name)}`),
    )
  },
}
