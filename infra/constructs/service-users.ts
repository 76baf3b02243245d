import { SHORTEST_PASSWORD } from '@messaging/contract/dashboard/session.ts'
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  UserPool,
  UserPoolClient,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito'
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

/** Those who may look after the whole service, not only after their own organisation. */
const OPERATORS = 'operators'

export interface ServiceUsersProps {
  readonly deletionProtection: boolean
  /** Address of which Amazon SES sends the mails; `''` means that Cognito does. */
  readonly mailFrom: string
}

/** Who may use the dashboard: people with a verified email address. What belongs to them is in the table. */
export class ServiceUsers extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, { deletionProtection, mailFrom }: ServiceUsersProps) {
    super(scope, id)
    this.pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.LITE,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // Cognito's own sign-up takes a password before the address is proven: its owner would later activate a stranger's. The route
      // for signing up creates accounts as an administrator, whose temporary password is mailed.
      selfSignUpEnabled: false,
      // An address that could be changed would be a way to another user's membership, which follows from it once.
      standardAttributes: { email: { required: true, mutable: false } },
      autoVerify: { email: true },
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: 'Your code for Messaging',
        emailBody: 'Your code is {####}. If you did not request it, ignore this message.',
      },
      userInvitation: {
        emailSubject: 'Your account at Messaging',
        emailBody:
          'Sign in as {username} with the temporary password {####} and choose your own. It expires after seven days. If you did not request an account, ignore this message.',
      },
      passwordPolicy: {
        minLength: SHORTEST_PASSWORD,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    if (mailFrom !== '') sendBySes(this.pool, mailFrom)
    const email = new ClientAttributes().withStandardAttributes({ email: true })
    this.client = new UserPoolClient(this, 'Client', {
      userPool: this.pool,
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userPassword: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.minutes(60),
      accessTokenValidity: Duration.minutes(60),
      refreshTokenValidity: Duration.days(30),
      readAttributes: email.withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: email,
    })
    new CfnUserPoolGroup(this, 'Operators', {
      userPoolId: this.pool.userPoolId,
      groupName: OPERATORS,
      description: 'Look after the whole service: queues, dead letters, alarms',
    })
    acknowledge(this.pool, 'AwsSolutions-COG1', 'Length makes passwords strong; rules of composition make them alike.')
    acknowledge(
      this.pool,
      'AwsSolutions-COG2',
      'Each user may turn a second factor on; the service requires it of operators.',
    )
    acknowledge(
      this.pool,
      'AwsSolutions-COG8',
      'Threat protection costs per user and month; it can be switched on by hand.',
    )
  }

  /** Lets `administrator` do `actions` of Cognito with any account, and tells it the pool as `USER_POOL_ID`. */
  administer(administrator: ServiceFunction, actions: readonly string[]): void {
    administrator.allow(
      { actions: actions.map((action) => `cognito-idp:${action}`), resources: [this.pool.userPoolArn] },
      { USER_POOL_ID: this.pool.userPoolId },
    )
  }

  /** Tells `user` the client as `USER_POOL_CLIENT_ID`. What people do for themselves needs no right. */
  inform(user: ServiceFunction): void {
    user.lambda.addEnvironment('USER_POOL_CLIENT_ID', this.client.userPoolClientId)
  }
}

/** Lets Amazon SES send the mails of `pool`. The CDK's own way works in stacks for one given region only. */
function sendBySes(pool: UserPool, from: string): void {
  const resource = pool.node.findChild('Resource')
  if (!(resource instanceof CfnUserPool)) throw new Error(`${resource.node.path} is not a user pool`)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  resource.emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    from,
    sourceArn: Stack.of(pool).formatArn({ service: 'ses', resource: 'identity', resourceName: domain }),
  }
}
