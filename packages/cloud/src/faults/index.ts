export type { DynamodbLoad, LoadSettings } from '../dynamodb/dynamodb-load.ts'
export {
  type DisturbableCall,
  type FaultKind,
  type FaultPlan,
  type Faults,
  type FiredFault,
  mayConflict,
  type PlannedFault,
} from './faults.ts'
