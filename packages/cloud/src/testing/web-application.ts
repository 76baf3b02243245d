import type { Json, JsonObject } from '../resource.ts'
import { functionResources, type TestTemplate } from './assembly.ts'

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })
const ref = (logicalId: string) => ({ Ref: logicalId })
const join = (...parts: Json[]) => ({ 'Fn::Join': ['', parts] })

/** AWS's CachingOptimized, CachingDisabled and AllViewerExceptHostHeader. */
const OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6'
const DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

const ALL_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']

/** Sources of the functions, by hash. */
export const FUNCTIONS = {
  echo: `export const handler = async (event) => ({
    statusCode: 200,
    multiValueHeaders: { 'set-cookie': ['a=1; HttpOnly', 'b=2'] },
    body: JSON.stringify(event),
  })`,
  python: '',
}

/** A valid key of the public API. */
export const API_KEY = 'a-key-of-at-least-twenty-characters'

/** A page that is large enough to be compressed. */
export const PAGE = `<!doctype html><title>App</title>${'<p>Hello</p>'.repeat(200)}`
export const SITE = { 'index.html': PAGE, 'assets/app-1a2b.js': 'console.log("app")' }

const FALLBACK = `function handler(event) {
  var request = event.request
  if (!request.uri.split('/').pop().includes('.')) request.uri = '/index.html'
  return request
}`

/** Builds a method of the REST API `api` that invokes its function. */
function method(api: string, resource: Json, HttpMethod: string, more: JsonObject = {}): Json {
  return {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: ref(api),
      ResourceId: resource,
      HttpMethod,
      AuthorizationType: 'NONE',
      Integration: {
        Type: 'AWS_PROXY',
        IntegrationHttpMethod: 'POST',
        Uri: join('arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/', arnOf('Echo'), '/invocations'),
      },
      ...more,
    },
  }
}

/** Builds a REST API with one method under `/<name>/{id}`, and the permission to invoke the function. */
function restApi(api: string, name: string, more: JsonObject): { readonly [logicalId: string]: Json } {
  const part = (PathPart: string, ParentId: Json) => ({
    Type: 'AWS::ApiGateway::Resource',
    Properties: { RestApiId: ref(api), ParentId, PathPart },
  })
  return {
    [api]: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: api } },
    [`${api}Stage`]: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: ref(api), StageName: 'live', DeploymentId: 'deployed' },
    },
    [`${api}Root`]: part(name, { 'Fn::GetAtt': [api, 'RootResourceId'] }),
    [`${api}Item`]: part('{id}', ref(`${api}Root`)),
    [`${api}Get`]: method(api, ref(`${api}Item`), 'GET', more),
    [`${api}Permission`]: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        FunctionName: arnOf('Echo'),
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
        SourceArn: join('arn:aws:execute-api:eu-central-1:000000000000:', ref(api), '/*/GET/*'),
      },
    },
  }
}

/** Builds the origin of a REST API as the CDK does: from the parts of its stage's URL. */
function apiOrigin(Id: string, api: string): Json {
  const url = join(
    'https://',
    ref(api),
    '.execute-api.eu-central-1.',
    ref('AWS::URLSuffix'),
    '/',
    ref(`${api}Stage`),
    '/',
  )
  return {
    Id,
    DomainName: { 'Fn::Select': [2, { 'Fn::Split': ['/', url] }] },
    OriginPath: join('/', ref(`${api}Stage`)),
    CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
  }
}

function deployment(more: JsonObject): Json {
  return {
    Type: 'Custom::CDKBucketDeployment',
    Properties: {
      ServiceToken: arnOf('Provider'),
      SourceBucketNames: ['assets'],
      DestinationBucketName: ref('Bucket'),
      ...more,
    },
  }
}

/** Builds a page in a private bucket, a public API and one with a user pool, behind one distribution. */
export function webApplication(hash = 'site'): TestTemplate {
  const provider: { readonly [logicalId: string]: Json } = functionResources('Provider', { hash: 'python' })
  return {
    Resources: {
      Bucket: { Type: 'AWS::S3::Bucket' },
      Layer: { Type: 'AWS::Lambda::LayerVersion' },
      ...provider,
      Provider: asPython(provider.Provider ?? null),
      Assets: deployment({
        SourceObjectKeys: [`${hash}.zip`],
        Exclude: ['index.html'],
        SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      }),
      Index: deployment({
        SourceObjectKeys: [`${hash}.zip`],
        Prune: false,
        Exclude: ['*'],
        Include: ['index.html'],
        SystemMetadata: { 'cache-control': 'no-cache' },
      }),
      ReadPolicy: {
        Type: 'AWS::S3::BucketPolicy',
        Properties: {
          Bucket: ref('Bucket'),
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Principal: { Service: 'cloudfront.amazonaws.com' },
                Action: 's3:GetObject',
                Resource: join(arnOf('Bucket'), '/*'),
                Condition: {
                  StringEquals: {
                    'AWS:SourceArn': join('arn:aws:cloudfront::000000000000:distribution/', ref('Distribution')),
                  },
                },
              },
            ],
          },
        },
      },
      ...functionResources('Echo', { hash: 'echo' }),
      ...restApi('Public', 'api', { ApiKeyRequired: true }),
      Key: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Value: API_KEY, Enabled: true } },
      Plan: {
        Type: 'AWS::ApiGateway::UsagePlan',
        Properties: { ApiStages: [{ ApiId: ref('Public'), Stage: ref('PublicStage') }] },
      },
      PlanKey: {
        Type: 'AWS::ApiGateway::UsagePlanKey',
        Properties: { KeyId: ref('Key'), UsagePlanId: ref('Plan'), KeyType: 'API_KEY' },
      },
      ...restApi('Private', 'private', {
        AuthorizationType: 'COGNITO_USER_POOLS',
        AuthorizerId: ref('Authorizer'),
      }),
      Authorizer: {
        Type: 'AWS::ApiGateway::Authorizer',
        Properties: {
          RestApiId: ref('Private'),
          Type: 'COGNITO_USER_POOLS',
          Name: 'users',
          IdentitySource: 'method.request.header.Authorization',
          ProviderARNs: [arnOf('Pool')],
        },
      },
      ...userPool('Pool'),
      ...userPool('OtherPool'),
      Group: { Type: 'AWS::Cognito::UserPoolGroup', Properties: { UserPoolId: ref('Pool'), GroupName: 'operators' } },
      Readers: { Type: 'AWS::Cognito::UserPoolGroup', Properties: { UserPoolId: ref('Pool'), GroupName: 'readers' } },
      Access: { Type: 'AWS::CloudFront::OriginAccessControl', Properties: {} },
      Fallback: {
        Type: 'AWS::CloudFront::Function',
        Properties: { FunctionCode: FALLBACK, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } },
      },
      Headers: {
        Type: 'AWS::CloudFront::ResponseHeadersPolicy',
        Properties: {
          ResponseHeadersPolicyConfig: {
            SecurityHeadersConfig: {
              ContentSecurityPolicy: {
                ContentSecurityPolicy: join(
                  "default-src 'none'; img-src 'self' https://",
                  { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] },
                  "; frame-ancestors 'none'",
                ),
                Override: true,
              },
              ContentTypeOptions: { Override: true },
              StrictTransportSecurity: { AccessControlMaxAgeSec: 63072000, IncludeSubdomains: true, Override: true },
            },
          },
        },
      },
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Enabled: true,
            DefaultRootObject: 'index.html',
            DefaultCacheBehavior: {
              TargetOriginId: 'site',
              CachePolicyId: OPTIMIZED,
              Compress: true,
              ResponseHeadersPolicyId: ref('Headers'),
              FunctionAssociations: [
                { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Fallback', 'FunctionARN'] } },
              ],
              ViewerProtocolPolicy: 'redirect-to-https',
            },
            CacheBehaviors: ['private', 'api'].map((name) => ({
              PathPattern: `/${name}/*`,
              TargetOriginId: name,
              AllowedMethods: ALL_METHODS,
              CachePolicyId: DISABLED,
              OriginRequestPolicyId: ALL_BUT_HOST,
              Compress: true,
            })),
            Origins: [
              {
                Id: 'site',
                DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] },
                OriginAccessControlId: { 'Fn::GetAtt': ['Access', 'Id'] },
                S3OriginConfig: { OriginAccessIdentity: '' },
              },
              apiOrigin('api', 'Public'),
              apiOrigin('private', 'Private'),
            ],
          },
        },
      },
    },
    Outputs: { Url: { Value: join('https://', { 'Fn::GetAtt': ['Distribution', 'DomainName'] }, '/') } },
  }
}

function userPool(logicalId: string): { readonly [logicalId: string]: Json } {
  return {
    [logicalId]: {
      Type: 'AWS::Cognito::UserPool',
      Properties: { UsernameAttributes: ['email'], AutoVerifiedAttributes: ['email'] },
    },
    [`${logicalId}Client`]: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: { UserPoolId: ref(logicalId), ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] },
    },
  }
}

/** The function that deploys buckets on AWS is written in Python. */
function asPython(fn: Json): Json {
  const text = JSON.stringify(fn).replace('nodejs24.x', 'python3.13')
  return JSON.parse(text)
}
