import type { Stack } from '@aws-sdk/client-cloudformation'
import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation'
import { type Check, type Deployment, deploy, type Finding, fails, notApplicable, ok, warning } from '../finding.ts'

/** Context `manageApiGatewayAccount: false` leaves `Account` out. */
const EXPECTED = ['Data', 'Api', 'Messaging', 'Dashboard', 'Monitoring']
/** What would be lost, or change its address, with the stack. */
const PROTECTED = ['Data', 'Api', 'Messaging']
const COMPLETE = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/

export const stacksCheck: Check = {
  name: 'stacks',
  rights: ['cloudformation:DescribeStacks'],
  async run(deployment) {
    const { stage } = deployment
    if (stage === undefined) return notApplicable('npm start hosts all of them')
    const stacks: Stack[] = []
    for await (const page of paginateDescribeStacks({ client: new CloudFormationClient({}) }, {}))
      stacks.push(...(page.Stacks ?? []))
    return judgeStacks(stacks, deployment)
  },
}

/** Whether all stacks of the stage are there, whole and protected. `stacks` may hold those of others. */
export function judgeStacks(stacks: readonly Stack[], deployment: Pick<Deployment, 'stage'>): Finding[] {
  const prefix = `Messaging-${deployment.stage}-`
  const own = stacks.filter(({ StackName }) => StackName?.startsWith(prefix))
  const partOf = ({ StackName = '' }: Stack) => StackName.slice(prefix.length)
  const missing = EXPECTED.filter((part) => !own.some((stack) => partOf(stack) === part))
  const unprotected = own
    .filter((stack) => PROTECTED.includes(partOf(stack)) && !stack.EnableTerminationProtection)
    .map(partOf)
  const findings = own.flatMap((stack) => judgeStatus(stack, deployment))
  if (missing.length > 0) findings.push(fails(`missing: ${missing.join(', ')}`, deploy(deployment)))
  if (unprotected.length > 0)
    findings.push(warning(`not protected against deletion: ${unprotected.join(', ')}`, deploy(deployment)))
  return findings.length > 0 ? findings : [ok(`${own.length} are there and complete`)]
}

function judgeStatus({ StackName = '', StackStatus }: Stack, deployment: Pick<Deployment, 'stage'>): Finding[] {
  const tells = `${StackName} is ${StackStatus}`
  const events = `aws cloudformation describe-stack-events --stack-name ${StackName}`
  if (COMPLETE.test(`${StackStatus}`)) return []
  if (StackStatus === 'UPDATE_ROLLBACK_COMPLETE')
    return [warning(`${tells}: the last deployment was taken back`, `${events}; then ${deploy(deployment)}`)]
  if (StackStatus?.endsWith('_IN_PROGRESS')) return [warning(tells, `wait: ${events}`)]
  return [fails(tells, events)]
}
