/** A reason why Amazon Bedrock rejects every call of a model, and what an operator can do. */
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

/** They need no subscription at AWS Marketplace (AWS re:Post, "Resolve marketplace permission", 2026). */
const VENDORS_WITHOUT_SUBSCRIPTION = new Set(['amazon', 'deepseek', 'meta', 'mistral', 'openai', 'qwen'])

/**
 * Patterns from "Troubleshooting Amazon Bedrock API Error Codes" and recorded responses. The first match counts,
 * because a denied subscription also matches a denied permission.
 */
const PROBLEMS: readonly (BedrockProblem & { readonly pattern: RegExp })[] = [
  {
    kind: 'use_case_form',
    pattern: /use case details have not been submitted|use-case form|FTUFormNotFilled/i,
    mayPass: true,
    remedy:
      'Submit the use case form of Anthropic, once for the account: Amazon Bedrock console, Model catalog, any Anthropic model. Access may take 15 minutes.',
  },
  {
    kind: 'subscription',
    pattern: /AWS Marketplace|aws-marketplace:|MPAgreement/i,
    mayPass: true,
    remedy:
      'Subscribe the account to the model: call it once with credentials that may aws-marketplace:Subscribe and aws-marketplace:ViewSubscriptions, by `npm run ops -- model check --stage … --model …`. Access may take 15 minutes. If it is still denied then, check the payment method of the account.',
  },
  {
    kind: 'daily_quota',
    pattern: /tokens per day/i,
    mayPass: true,
    remedy:
      'The tokens per day of the account are used up, or its quota is zero as in some new accounts: request more in Service Quotas, Amazon Bedrock, or ask AWS Support.',
  },
  {
    kind: 'account',
    pattern: /not available for this account|account is not authorized|have access to the model|operation not allowed/i,
    mayPass: true,
    remedy:
      'AWS has not enabled this model for the account: complete the verification of the account and its payment method, or ask AWS Support. Use another model meanwhile.',
  },
  {
    kind: 'profile',
    pattern: /on-demand throughput/i,
    mayPass: false,
    remedy:
      'Name an inference profile instead of the model, such as global.<id>, us.<id> or eu.<id>: aws bedrock list-inference-profiles',
  },
  {
    kind: 'model',
    pattern:
      /model identifier is invalid|could not resolve the foundation model|model(?: id)? .*not supported in this region/i,
    mayPass: false,
    remedy:
      'The model does not exist in this region. List the available ones: aws bedrock list-inference-profiles, aws bedrock list-foundation-models.',
  },
  {
    kind: 'legacy',
    pattern: /marked by provider as legacy|end of its life/i,
    mayPass: false,
    remedy: 'The vendor has withdrawn the model: name a newer one.',
  },
]

/** Permissions need time to reach every region, and an administrator can restore them. */
const PERMISSION: BedrockProblem = {
  kind: 'permission',
  mayPass: true,
  remedy:
    'The caller has no permission bedrock:InvokeModel on this model, its inference profile, or a region that the profile routes to: check the role, and the service control policies of the organization.',
}

/** Returns the problem of a response: `code` is from the header `x-amzn-errortype`, `message` from the body. */
export function bedrockProblem(status: number, code: string, message: string): BedrockProblem | undefined {
  if (status >= 500) return undefined
  const found = PROBLEMS.find(({ pattern }) => pattern.test(`${code} ${message}`))
  if (found) return { kind: found.kind, mayPass: found.mayPass, remedy: found.remedy }
  return status === 403 ? PERMISSION : undefined
}

/** Returns whether the first call subscribes the account at AWS Marketplace. `id` can be an inference profile. */
export function needsSubscription(id: string): boolean {
  const [first = '', second = ''] = id.split('.')
  return !VENDORS_WITHOUT_SUBSCRIPTION.has(first) && !VENDORS_WITHOUT_SUBSCRIPTION.has(second)
}
