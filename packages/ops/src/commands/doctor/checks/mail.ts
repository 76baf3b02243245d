import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import * as v from 'valibot'
import { awsGet } from '../aws-get.ts'
import { type Check, type Finding, fails, notApplicable, ok, outputOf, warning } from '../finding.ts'

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
    if (stage === undefined) return notApplicable('mails of the dashboard stay on this machine')
    const { UserPool } = await new CognitoIdentityProvider({}).describeUserPool({
      UserPoolId: outputOf(deployment, 'UserPoolId'),
    })
    if (UserPool?.EmailConfiguration?.EmailSendingAccount !== 'DEVELOPER') return judgeMail(undefined)
    return judgeMail(await awsGet('ses', '/v2/email/account', SesAccount, signal))
  },
}

/** How many people can be invited. `account` is Amazon SES's, undefined when Cognito sends by itself. */
export function judgeMail(account: v.InferOutput<typeof SesAccount> | undefined): Finding {
  if (!account)
    return warning(
      'Cognito sends the mails of the dashboard itself: 50 a day for the whole account',
      'For more, verify a domain in Amazon SES and set it as the e-mail configuration of the user pool.',
    )
  if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN')
    return fails('Amazon SES does not send for this account', 'Amazon SES console, Account dashboard')
  if (!account.ProductionAccessEnabled)
    return fails('Amazon SES is in its sandbox: it sends to verified addresses only', PRODUCTION)
  return ok('Amazon SES sends the mails of the dashboard')
}
