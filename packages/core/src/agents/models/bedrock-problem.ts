/** Why Amazon Bedrock refuses a model, whatever the request asks, and what an operator does about it. */
export interface BedrockProblem {
  readonly kind:
    | 'use_case_form'
    | 'subscription'
    | 'permission'
    | 'account'
    | 'daily_quota'
    | 'profile'
    | 'model'
    | 'legacy'
  /** Whether the same call may succeed later without a change of the agent or the deployment. */
  readonly mayPass: boolean
  readonly remedy: string
}

/** Makers whose models need no subscription at AWS Marketplace (AWS re:Post, "Resolve marketplace permission", 2026). */
const MAKERS_WITHOUT_SUBSCRIPTION = new Set(['amazon', 'deepseek', 'meta', 'mistral', 'openai', 'qwen'])

/**
 * The texts are those of "Troubleshooting Amazon Bedrock API Error Codes" and of recorded responses. The first that fits counts:
 * a denied subscription reads like a denied right.
 */
const PROBLEMS: readonly (BedrockProblem & { readonly says: RegExp })[] = [
  {
    kind: 'use_case_form',
    says: /use case details have not been submitted|use-case form|FTUFormNotFilled/i,
    mayPass: true,
    remedy:
      'Submit the use case form of Anthropic, once for the account: Amazon Bedrock console, Model catalog, any Anthropic model. Access may take 15 minutes.',
  },
  {
    kind: 'subscription',
    says: /AWS Marketplace|aws-marketplace:|MPAgreement/i,
    mayPass: true,
    remedy:
      'Subscribe the account to the model: call it once with credentials that may aws-marketplace:Subscribe and aws-marketplace:ViewSubscriptions, by `npm run ops -- model check --stage … --model …`. Access may take 15 minutes. If it is still denied then, look at the payment method of the account.',
  },
  {
    kind: 'daily_quota',
    says: /tokens per day/i,
    mayPass: true,
    remedy:
      'The tokens per day of the account are used up, or its quota is zero as in some new accounts: request more in Service Quotas, Amazon Bedrock, or ask AWS Support.',
  },
  {
    kind: 'account',
    says: /not available for this account|account is not authorized|have access to the model|operation not allowed/i,
    mayPass: true,
    remedy:
      'AWS has not enabled this model for the account: complete the verification of the account and its payment method, or ask AWS Support. Another model may do meanwhile.',
  },
  {
    kind: 'profile',
    says: /on-demand throughput/i,
    mayPass: false,
    remedy:
      'Name an inference profile instead of the model, such as global.<id>, us.<id> or eu.<id>: aws bedrock list-inference-profiles',
  },
  {
    kind: 'model',
    says: /model identifier is invalid|could not resolve the foundation model|model(?: id)? .*not supported in this region/i,
    mayPass: false,
    remedy:
      'There is no such model in this region: aws bedrock list-inference-profiles and aws bedrock list-foundation-models name those that there are.',
  },
  {
    kind: 'legacy',
    says: /marked by provider as legacy|end of its life/i,
    mayPass: false,
    remedy: 'Its maker has withdrawn the model: name a newer one.',
  },
]

/** Rights take a moment to reach every region, and an administrator may give them back. */
const PERMISSION: BedrockProblem = {
  kind: 'permission',
  mayPass: true,
  remedy:
    'Who calls may not bedrock:InvokeModel on this model, its inference profile, or a region that the profile routes to: look at the role, and at the service control policies of the organization.',
}

/** The problem that a response of Amazon Bedrock names: `code` of its header `x-amzn-errortype`, `message` of its body. */
export function bedrockProblem(status: number, code: string, message: string): BedrockProblem | undefined {
  if (status >= 500) return undefined
  const found = PROBLEMS.find(({ says }) => says.test(`${code} ${message}`))
  if (found) return { kind: found.kind, mayPass: found.mayPass, remedy: found.remedy }
  return status === 403 ? PERMISSION : undefined
}

/** Whether the first call of a Bedrock model subscribes its account at AWS Marketplace. `id` may be of a profile. */
export function needsSubscription(id: string): boolean {
  const [first = '', second = ''] = id.split('.')
  return !MAKERS_WITHOUT_SUBSCRIPTION.has(first) && !MAKERS_WITHOUT_SUBSCRIPTION.has(second)
}
