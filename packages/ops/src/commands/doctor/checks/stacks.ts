import { CloudFormationClient, paginateDescribeStacks, type Stack } from '@aws-sdk/client-cloudformation'
import { isOfStage } from '@replywright/contract/alarms.ts'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  fails,
  notApplicable,
  ok,
  warning,
} from '@replywright/core/operations/doctor/check.ts'

/** Without `Account`, which context `manageApiGatewayAccount: false` omits. */
const EXPECTED = ['Data', 'Api', 'Messaging', 'Dashboard', 'Monitoring', 'Operators']
/** Stacks whose deletion would lose data or change a URL. */
const PROTECTED = ['Data', 'Api', 'Messaging', 'Dashboard']
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

/** Checks whether all stacks of the stage exist, are complete and protected. `stacks` may include those of other stages. */
export function judgeStacks(stacks: readonly Stack[], deployment: Pick<Deployment, 'stage' | 'outputs'>): Finding[] {
  const prefix = `Messaging-${deployment.stage}-`
  const own = stacks.filter(({ StackName }) => isOfStage(StackName, prefix))
  const partOf = ({ StackName = '' }: Stack) => StackName.slice(prefix.length)
  const expected = EXPECTED.filter((part) => part !== 'Dashboard' || deployment.outputs.HasDashboard !== 'false')
  const missing = expected.filter((part) => !own.some((stack) => partOf(stack) === part))
  const unprotected = own
    .filter((stack) => PROTECTED.includes(partOf(stack)) && !stack.EnableTerminationProtection)
    .map(partOf)
  const findings = own.flatMap((stack) => judgeStatus(stack, deployment))
  if (missing.length > 0) findings.push(fails(`missing: ${missing.join(', ')}`, deploy(deployment)))
  if (unprotected.length > 0)
    findings.push(warning(`not protected against deletion: ${unprotected.join(', ')}`, deploy(deployment)))
  return findings.length > 0 ? findings : [ok(`all ${own.length} stacks are complete`)]
}

function judgeStatus({ StackName = '', StackStatus }: Stack, deployment: Pick<Deployment, 'stage'>): Finding[] {
  const tells = `${StackName} is ${StackStatus}`
  const events = `aws cloudformation describe-stack-events --stack-name ${StackName}`
  if (COMPLETE.test(`${StackStatus}`)) return []
  if (StackStatus === 'UPDATE_ROLLBACK_COMPLETE')
    return [warning(`${tells}: the last deployment was rolled back`, `${events}; then ${deploy(deployment)}`)]
  if (StackStatus?.endsWith('_IN_PROGRESS')) return [warning(tells, `wait: ${events}`)]
  return [fails(tells, events)]
}
