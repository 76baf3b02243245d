import { APIGateway, type UsagePlan } from '@aws-sdk/client-api-gateway'
import {
  type Check,
  type Deployment,
  deploy,
  type Finding,
  fails,
  notApplicable,
  ok,
  outputOf,
  warning,
} from '@messaging/core/operations/doctor/finding.ts'
import { listGatewayKeys } from '@messaging/core/people/api-keys/gateway-key.ts'

export const usagePlanCheck: Check = {
  name: 'usage plan',
  rights: ['apigateway:GET on /usageplans/*'],
  async run(deployment) {
    const plan = await new APIGateway({}).getUsagePlan({ usagePlanId: outputOf(deployment, 'UsagePlanId') })
    return judgeUsagePlan(plan, outputOf(deployment, 'RestApiId'), deployment)
  },
}

/** Checks whether the usage plan is attached to the API. */
export function judgeUsagePlan(plan: UsagePlan, restApiId: string, deployment: Pick<Deployment, 'stage'>): Finding {
  const stages = (plan.apiStages ?? []).filter(({ apiId }) => apiId === restApiId)
  if (stages.length === 0) return fails('it is not attached to the API: every API key is rejected', deploy(deployment))
  return ok(`attached to ${stages.map(({ stage }) => `stage ${stage}`).join(', ')} of the API`)
}

export const gatewayLogsCheck: Check = {
  name: 'API Gateway logs',
  rights: ['apigateway:GET on /account'],
  async run({ stage }) {
    if (stage === undefined) return notApplicable('CloudWatch Logs is not used locally')
    const { cloudwatchRoleArn } = await new APIGateway({}).getAccount({})
    if (cloudwatchRoleArn) return ok(`written with ${cloudwatchRoleArn}`)
    return warning(
      'the account has no role for API Gateway to write logs',
      deploy({ stage }, 'manageApiGatewayAccount=true'),
    )
  },
}

/** API Gateway's limit of an account and region, which AWS does not raise. */
const MOST_KEYS = 10_000
const MANY_KEYS = 8_000

export const keyQuotaCheck: Check = {
  name: 'API key quota',
  rights: ['apigateway:GET on /apikeys'],
  async run() {
    return judgeKeyCount((await listGatewayKeys()).length)
  },
}

/** Checks how many keys the account can still have. No metric of AWS counts them. */
export function judgeKeyCount(keys: number): Finding {
  const tells = `${keys} of ${MOST_KEYS} keys of the account and region`
  if (keys < MANY_KEYS) return ok(tells)
  return warning(tells, 'delete unused keys (api-keys clean), or open a stage in another region: docs/scale.md')
}
