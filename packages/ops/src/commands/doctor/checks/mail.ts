import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
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
import * as v from 'valibot'
import { awsGet } from '../aws-get.ts'

const SesAccount = v.object({
  ProductionAccessEnabled: v.optional(v.boolean(), false),
  SendingEnabled: v.optional(v.boolean(), false),
  EnforcementStatus: v.optional(v.string(), ''),
})
const PRODUCTION =
  'aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url … --use-case-description …'

export const mailCheck: Check = {
  name: 'mail',
  rights: ['cognito-idp:DescribeUserPool', 'ses:GetAccount'],
  async run(deployment) {
    const { stage, signal } = deployment
    if (stage === undefined) return notApplicable('mails of the dashboard are not sent locally')
    const { UserPool } = await new CognitoIdentityProvider({}).describeUserPool({
      UserPoolId: outputOf(deployment, 'UserPoolId'),
    })
    if (UserPool?.EmailConfiguration?.EmailSendingAccount !== 'DEVELOPER') return judgeMail(undefined, deployment)
    return judgeMail(await awsGet('ses', '/v2/email/account', SesAccount, signal), deployment)
  },
}

/** Checks whether mails can be sent. `account` is the Amazon SES account, or undefined if Cognito sends the mails. */
export function judgeMail(
  account: v.InferOutput<typeof SesAccount> | undefined,
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (!account)
    return warning(
      'Cognito sends the mails of the dashboard: at most 50 per day for the whole account',
      `verify a domain in Amazon SES, then ${deploy(deployment, 'mailFrom=…')}`,
    )
  if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN')
    return fails('Amazon SES does not send mails for this account', 'Amazon SES console, Account dashboard')
  if (!account.ProductionAccessEnabled)
    return fails('Amazon SES is in sandbox mode: it sends to verified addresses only', PRODUCTION)
  return ok('Amazon SES sends the mails of the dashboard')
}
