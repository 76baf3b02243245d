import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { callDashboard, type DashboardSession } from './session.ts'

/** The password of everybody who signs up. */
export const PASSWORD = 'correct horse battery staple'

const Me = v.looseObject({ organization: v.object({ id: v.string(), name: v.string(), isPersonal: v.boolean() }) })

const NewPasswordChallenge = v.object({ challenge: v.literal('new_password'), session: v.string() })

/** The organisation that somebody's requests are for. */
export async function organizationOf({ call }: DashboardSession): Promise<v.InferOutput<typeof Me>['organization']> {
  return v.parse(Me, (await call('GET', '/v1/me/')).body).organization
}

/** What people do at the dashboard's door, and what the user pool knows of them. */
export function peopleOf({ cloud, ready }: Service) {
  const { endpointUrl, environment, administrator } = cloud
  const { UserPoolId, UserPoolClientId }: Record<string, string> = Object.assign({}, ...Object.values(cloud.outputs))
  const cognito = new CognitoIdentityProviderClient({
    endpoint: endpointUrl,
    region: environment.region,
    credentials: administrator,
  })
  const session = (operation: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
    callDashboard(ready.dashboardUrl, 'POST', `/session/${operation}/`, body, headers)
  /** The code or password of the latest mail to somebody. */
  const mailed = (email: string) => cloud.mail.findLast(({ to }) => to === email)?.code ?? ''
  /** Signs in with the temporary password that was mailed, and chooses another. */
  const choosePassword = async (email: string) => {
    const { body } = await session('sign-in', { email, password: mailed(email) })
    const { session: challenge } = v.parse(NewPasswordChallenge, body)
    return await session('new-password', { email, session: challenge, password: PASSWORD })
  }
  return {
    session,
    mailed,
    mailsTo: (email: string) => cloud.mail.filter(({ to }) => to === email).length,
    withToken: (token: string) =>
      callDashboard(ready.dashboardUrl, 'GET', '/v1/me/', undefined, { Authorization: `Bearer ${token}` }),
    /** Asks for an account, and replaces the temporary password that is mailed. */
    async signUp(email: string): Promise<void> {
      expect(await session('sign-up', { email })).toMatchObject({ status: 204 })
      expect(await choosePassword(email)).toMatchObject({ status: 200 })
    },
    choosePassword,
    /** What anybody who knows the client's id, which is in every token, may ask Cognito for. */
    signUpAtPool: (email: string) =>
      cognito.send(new SignUpCommand({ ClientId: UserPoolClientId, Username: email, Password: PASSWORD })),
    /** Makes somebody an account whose address nobody verified. */
    async addUnverified(email: string): Promise<void> {
      const user = { UserPoolId, Username: email }
      const UserAttributes = [{ Name: 'email', Value: email }]
      await cognito.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS', UserAttributes }))
      await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: PASSWORD, Permanent: true }))
    },
    /** All tokens of the demo's user, as the user pool gives them. */
    async tokens(): Promise<AuthenticationResultType> {
      const { AuthenticationResult = {} } = await cognito.send(
        new InitiateAuthCommand({
          ClientId: UserPoolClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: ready.email, PASSWORD: ready.password },
        }),
      )
      return AuthenticationResult
    },
  }
}
