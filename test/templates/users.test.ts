import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import { describe, expect, test } from 'vitest'
import {
  actions,
  functions,
  ONE_ROUTE,
  onlyResource,
  synthesizeTestStacks,
  synthesizeWithoutDashboard,
} from '../infra/stacks.ts'

const all = synthesizeTestStacks()

describe('the user pool', () => {
  test('is retained, and does not accept self-registration', () => {
    const pool = onlyResource(all, 'AWS::Cognito::UserPool')
    expect(pool).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
    expect(pool.Properties).toMatchObject({
      DeletionProtection: 'ACTIVE',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      Policies: { PasswordPolicy: { MinimumLength: 12, RequireSymbols: false } },
      Schema: [{ Name: 'email', Mutable: false, Required: true }],
    })
    const local = synthesizeWithoutDashboard({ stage: 'local' }, ONE_ROUTE)
    expect(onlyResource(local, 'AWS::Cognito::UserPool').Properties).toMatchObject({ DeletionProtection: 'INACTIVE' })
  })

  test('sends mail with Amazon SES if an address is configured', () => {
    const emails = (context: Readonly<Record<string, string>>) =>
      onlyResource(synthesizeWithoutDashboard(context, ONE_ROUTE), 'AWS::Cognito::UserPool').Properties
        .EmailConfiguration
    expect(emails({})).toBeUndefined()
    const { SourceArn, ...others } = emails({ mailFrom: 'no-reply@mail.example.com' })
    expect(others).toEqual({ EmailSendingAccount: 'DEVELOPER', From: 'no-reply@mail.example.com' })
    expect(JSON.stringify(SourceArn)).toMatch(/:ses:.*:identity\/mail\.example\.com"/)
  })

  test('lets the sign-up route create accounts only if it is enabled', () => {
    const rights = (context: Readonly<Record<string, string>>) =>
      Object.entries(
        functions(synthesizeTestStacks(context, { clients: ONE_ROUTE, dashboard: sessionEndpoints })),
      ).flatMap(([entry, used]) => (entry === 'dashboard/session/sign-up' ? actions(used, 'cognito-idp') : []))
    expect(rights({})).toEqual([])
    expect(rights({ selfSignUp: 'true' }).toSorted()).toEqual([
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminGetUser',
    ])
  })

  test('has one client, without a secret, that can only write the email address', () => {
    expect(onlyResource(all, 'AWS::Cognito::UserPoolClient').Properties).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      IdTokenValidity: 60,
      AccessTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      WriteAttributes: ['email'],
    })
    expect(onlyResource(all, 'AWS::Cognito::UserPoolGroup').Properties.GroupName).toBe('operators')
  })
})
