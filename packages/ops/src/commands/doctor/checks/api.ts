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
