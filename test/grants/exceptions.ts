import type { Grant } from '@messaging/cloud/iam/grants.ts'

/** Grants that no test can use here, and why. */
export interface GrantException extends Partial<Pick<Grant, 'action' | 'resource'>> {
  /** Begins the logical id of the role. */
  readonly role: string
  readonly reason: string
}

/** Fails when it matches no grant, or a grant that a test used. */
export const exceptions: readonly GrantException[] = [
  {
    role: 'SiteCopier',
    reason: 'CloudFormation runs this function of the CDK. The embedded cloud copies the files itself.',
  },
  {
    role: 'Answer',
    action: 'bedrock:InvokeModel',
    reason: 'Amazon Bedrock is not hosted here; tests answer by the simulated server of models.',
  },
]
