import { physicalName, shortId } from './names.ts'
import { type ResourceKind, required, type Subject } from './resource-kind.ts'

const id = ({ identity }: Subject) => shortId(identity)
const arnOf = (path: (subject: Subject) => string) => (subject: Subject) =>
  `arn:aws:apigateway:${subject.environment.region}::/${path(subject)}`

/** A part of a REST API with an id of ten characters, which is also available under one attribute. */
function withId(attribute: string): ResourceKind {
  return { ref: id, attributes: { [attribute]: id } }
}

/** Returns the id of a REST API's root resource. */
const rootResourceId = ({ identity }: Subject) => shortId({ ...identity, logicalId: `${identity.logicalId}/` })

/** Types of Amazon API Gateway (REST APIs). */
export const API_GATEWAY_KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGateway::RestApi': {
    ref: id,
    arn: arnOf((subject) => `restapis/${id(subject)}`),
    attributes: { RestApiId: id, RootResourceId: rootResourceId },
  },
  'AWS::ApiGateway::Resource': withId('ResourceId'),
  'AWS::ApiGateway::Method': { ref: ({ identity }) => physicalName(identity) },
  'AWS::ApiGateway::Deployment': withId('DeploymentId'),
  'AWS::ApiGateway::Stage': { ref: (subject) => required(subject, 'StageName') },
  'AWS::ApiGateway::Authorizer': withId('AuthorizerId'),
  'AWS::ApiGateway::RequestValidator': withId('RequestValidatorId'),
  'AWS::ApiGateway::Model': { ref: ({ identity }) => physicalName(identity) },
  'AWS::ApiGateway::GatewayResponse': withId('Id'),
  'AWS::ApiGateway::Account': withId('Id'),
  'AWS::ApiGateway::UsagePlan': {
    ref: id,
    arn: arnOf((subject) => `usageplans/${id(subject)}`),
    attributes: { Id: id },
  },
  'AWS::ApiGateway::ApiKey': {
    ref: id,
    arn: arnOf((subject) => `apikeys/${id(subject)}`),
    attributes: { APIKeyId: id },
  },
  'AWS::ApiGateway::UsagePlanKey': {
    ref: (subject) => `${required(subject, 'KeyId')}:${required(subject, 'UsagePlanId')}`,
  },
}
