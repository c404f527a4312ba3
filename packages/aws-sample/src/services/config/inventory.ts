/** AWS Config in one region. Without a recorder nothing is evaluated. */
export interface ConfigInventory {
  recorders?: ConfigurationRecorder[];
  rules?: ConfigRule[];
  conformancePacks?: ConformancePack[];
}

/** A recorder with its status. */
export interface ConfigurationRecorder {
  name: string;
  arn?: string;
  roleARN?: string;
  recordingGroup?: {
    allSupported?: boolean;
    includeGlobalResourceTypes?: boolean;
    resourceTypes?: string[];
    exclusionByResourceTypes?: { resourceTypes: string[] };
    recordingStrategy?: { useOnly: string };
  };
  recordingScope?: 'INTERNAL' | 'PAID';
  servicePrincipal?: string;
  status: {
    recording: boolean;
    lastStatus?: 'Pending' | 'Success' | 'Failure';
    lastErrorCode?: string;
    lastErrorMessage?: string;
    lastStartTime?: string;
    lastStopTime?: string;
    lastStatusChangeTime?: string;
  };
}

/** A Config rule, in the form of DescribeConfigRules. */
export interface ConfigRule {
  ConfigRuleName: string;
  ConfigRuleArn?: string;
  ConfigRuleId?: string;
  Description?: string;
  Source: {
    Owner: 'AWS' | 'CUSTOM_LAMBDA' | 'CUSTOM_POLICY';
    SourceIdentifier?: string;
    CustomPolicyDetails?: { PolicyRuntime: string };
  };
  Scope?: { ComplianceResourceTypes?: string[] };
  ConfigRuleState: 'ACTIVE' | 'DELETING' | 'DELETING_RESULTS' | 'EVALUATING';
  MaximumExecutionFrequency?: string;
  CreatedBy?: string;
  EvaluationModes?: { Mode: 'DETECTIVE' | 'PROACTIVE' }[];
  /** The result of its last evaluation; INSUFFICIENT_DATA where absent. */
  compliance?: 'COMPLIANT' | 'NON_COMPLIANT' | 'NOT_APPLICABLE' | 'INSUFFICIENT_DATA';
}

/** A conformance pack, in the form of DescribeConformancePacks. */
export interface ConformancePack {
  ConformancePackName: string;
  ConformancePackArn?: string;
  ConformancePackId?: string;
  LastUpdateRequestedTime?: string;
  CreatedBy?: string;
}

declare module '../../inventory.js' {
  interface RegionInventory {
    config?: ConfigInventory;
  }
}
