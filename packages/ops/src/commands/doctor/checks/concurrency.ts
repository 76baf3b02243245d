import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
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
import * as v from 'valibot'
import { awsGet } from '../aws-get.ts'
import { readMappings } from './mappings.ts'

const AccountSettings = v.object({
  AccountLimit: v.object({ ConcurrentExecutions: v.number(), UnreservedConcurrentExecutions: v.number() }),
})
const FunctionConcurrency = v.object({ ReservedConcurrentExecutions: v.optional(v.number()) })
/** The output of the stack: the concurrency of each worker, and the quota that the deployment assumes. */
const WorkerConcurrency = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()))

/** The quota of Lambda that a deployment without the setting `accountConcurrency` assumes. */
export const ASSUMED_CONCURRENCY = 1_000
/** Concurrent executions that AWS keeps for functions without reserved concurrency. */
const LEAST_UNRESERVED = 100
const QUOTA =
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000'

export const concurrencyCheck: Check = {
  name: 'concurrency',
  rights: ['lambda:GetAccountSettings', 'lambda:ListEventSourceMappings'],
  async run(deployment) {
    if (deployment.stage === undefined) return notApplicable('the quota is that of an AWS account')
    const [quota, shares] = await Promise.all([readQuota(deployment), readShares(deployment)])
    return judgeConcurrency({ ...quota, ...shares }, deployment)
  },
}

/**
 * Returns the total concurrency of the workers, and the quota that the deployment assumes if it is known. Before the first
 * deployment, that is the default: CloudFormation fails to reserve executions of a quota that is too small.
 */
async function readShares({ outputs, signal }: Deployment): Promise<{ workers: number; assumed?: number }> {
  const told = v.safeParse(WorkerConcurrency, outputs.WorkerConcurrency)
  if (!told.success) {
    const mappings = await readMappings(outputs, signal)
    if (mappings.length === 0) return { workers: 0, assumed: ASSUMED_CONCURRENCY }
    return { workers: sum(mappings.map(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? 0)) }
  }
  const { accountConcurrency, ingressReservedConcurrency, ...workers } = told.output
  return {
    workers: sum(Object.values(workers)),
    ...(accountConcurrency !== undefined && { assumed: accountConcurrency }),
  }
}

/** Returns the account's concurrent executions. */
export async function readQuota({ signal }: Deployment): Promise<{ quota: number; unreserved: number }> {
  const { AccountLimit } = await awsGet('lambda', '/2016-08-19/account-settings/', AccountSettings, signal)
  return { quota: AccountLimit.ConcurrentExecutions, unreserved: AccountLimit.UnreservedConcurrentExecutions }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Checks whether the quota allows all workers to run. A throttled receive counts towards the dead-letter limit. */
export function judgeConcurrency(
  found: {
    readonly quota: number
    readonly unreserved: number
    readonly workers: number
    readonly assumed?: number
  },
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  const { quota, unreserved, workers, assumed } = found
  const redeploy = deploy(deployment, `accountConcurrency=${quota}`)
  const tells = `workers may use ${workers} of the account's ${quota} concurrent executions`
  if (workers >= unreserved)
    return fails(`${tells}; ${unreserved} are not reserved`, `${QUOTA}; until then ${redeploy}`)
  if (assumed !== undefined && assumed > quota)
    return warning(`${tells}; the deployment assumes a quota of ${assumed}`, `${QUOTA}, or ${redeploy}`)
  return ok(tells)
}

export const ingressCheck: Check = {
  name: 'ingress reserve',
  rights: ['cloudformation:ListStackResources', 'lambda:GetFunctionConcurrency', 'lambda:GetAccountSettings'],
  async run(deployment) {
    const { stage, signal } = deployment
    if (stage === undefined) return notApplicable('the quota is that of an AWS account')
    const name = await findIngress(stage)
    if (!name) return fails('the ingress function does not exist', deploy(deployment))
    const [{ ReservedConcurrentExecutions }, { quota }] = await Promise.all([
      awsGet('lambda', `/2019-09-30/functions/${encodeURIComponent(name)}/concurrency`, FunctionConcurrency, signal),
      readQuota(deployment),
    ])
    return judgeReserve({ reserved: ReservedConcurrentExecutions, quota }, deployment)
  },
}

async function findIngress(stage: string): Promise<string | undefined> {
  const StackName = `Messaging-${stage}-Messaging`
  for await (const page of paginateListStackResources({ client: new CloudFormationClient({}) }, { StackName }))
    for (const { LogicalResourceId, ResourceType, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (ResourceType === 'AWS::Lambda::Function' && LogicalResourceId?.startsWith('Ingress'))
        return PhysicalResourceId
  return undefined
}

/** Checks whether the ingress has reserved concurrency. Without it, other functions can use all executions. */
export function judgeReserve(
  { reserved, quota }: { readonly reserved: number | undefined; readonly quota: number },
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (reserved === 0)
    return fails(
      'the ingress cannot run: its reserved concurrency is 0',
      deploy(deployment, 'ingressReservedConcurrency=…'),
    )
  if (reserved !== undefined) return ok(`${reserved} executions are reserved for the ingress`)
  const tells = 'the ingress has no reserved concurrency: other functions may use all executions'
  if (quota <= LEAST_UNRESERVED) return warning(`${tells}. A quota of ${quota} is too small to reserve any`, QUOTA)
  const redeploy = deploy(deployment, `accountConcurrency=${quota}`)
  return warning(tells, `remove ingressReservedConcurrency: 0 if it is set, then ${redeploy}`)
}
