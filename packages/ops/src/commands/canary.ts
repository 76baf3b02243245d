import type { Command, Input, Session } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'

export const canaryCommand: Command = {
  group: 'Set up',
  name: 'canary',
  summary:
    'Create the number and the endpoint of the canary (setting canary=true), or enable its endpoint again. Safe to repeat',
  required: [],
  options: {},
  run,
}

async function run(_: Input, { outputs: { IngressUrl }, now }: Session): Promise<Report> {
  if (!IngressUrl) throw new Error('The output IngressUrl is missing: the stack Messaging does not exist.')
  const { setUpCanary } = await import('@replywright/core/operations/canary.ts')
  await setUpCanary(IngressUrl, now)
  return fieldsReport({
    canary: 'set up',
    next: 'the alarm Canary is OK ten minutes after a deployment with canary=true',
  })
}
