// Made from the OpenAPI document by npm run docs.

export interface paths {
    "/accounts/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get account coverage */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/techniques": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get technique coverage
         * @description With `format=csv` all that match, as a file.
         */
        get: operations["listTechniqueCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get coverage gaps
         * @description Uncovered techniques by how often they are seen in clouds; one step up when incidents in AWS show them, one down when partial. `actor=chosen` gives those that the account’s chosen actors use, an ATT&CK id those of that group or campaign. An uncovered technique that is `unverified` is unknown, and may be no gap: something that could not be read may notice it. `unknown=false` leaves those out, `unknown=true` gives only them. With `format=csv` all that match, as a file.
         */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List snapshots */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare two snapshots */
        get: operations["compareSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/navigator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export an ATT&CK Navigator layer */
        get: operations["getNavigatorLayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/sights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what other accounts see of an account
         * @description Findings and events that go from the account to another one, or to a region that is not scanned: by a delegated administrator, an event bus, the log group of a trail. Where the other account is connected by the same owner, they count as seen there; where it is not, what hangs on them is unknown.
         */
        get: operations["listSights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/matrix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the coverage matrix
         * @description Every technique of the newest snapshot with its status, whether logs show it and which actors use it, in one answer, sub-techniques below their parents. `actor` is an ATT&CK id of a group or campaign, or `chosen` for the account’s chosen actors; without it `used_by` tells of the chosen ones too.
         */
        get: operations["getCoverageMatrix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get technique visibility
         * @description What could be seen beside what is detected: the logs that show each technique, where they arrive, and which link is missing where they do not.
         */
        get: operations["listTechniqueVisibility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/visibility/navigator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export visibility as an ATT&CK Navigator layer */
        get: operations["getVisibilityLayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/dettect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a DeTT&CT file
         * @description The administration file of data sources, or that of techniques with scores of detection and visibility.
         */
        get: operations["getDettectFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/detections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List account detections
         * @description By name, or as `sort` says; with a minus before it from the last to the first. Removed ones are left out unless asked for by status. With `format=csv` all that match, at most 10,000, as a file.
         */
        get: operations["listDetections"];
        put?: never;
        /**
         * Declare detections that run in a SIEM
         * @description As Sigma rules with the backend they run in, or by the keys they have in the rules service. Their techniques are those of their tags. Declared again, a rule keeps its id. If the account has been scanned, a new snapshot counts them at once.
         */
        post: operations["declareDetections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get detection */
        get: operations["getDetection"];
        put?: never;
        post?: never;
        /** Withdraw a declared detection */
        delete: operations["withdrawDetection"];
        options?: never;
        head?: never;
        /**
         * Tag a detection
         * @description The tags replace those it has. Scans leave them as they are.
         */
        patch: operations["updateDetection"];
        trace?: never;
    };
    "/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups and campaigns
         * @description Those of ATT&CK of which it records techniques, by id. `q` finds ids, names and aliases. An account chooses some by `actor_ids` of PATCH /accounts/{id}.
         */
        get: operations["listActors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the coverage of chosen actors
         * @description How much of what each actor does the newest snapshot covers, in the order in which they were chosen.
         */
        get: operations["getActorCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what got worse in an account
         * @description Newest first: techniques that are covered less than in the snapshot before, detections that are gone, and detections that can no longer fire. `since` gives what came at or after that moment. The newest 10,000 are kept.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what got worse in all accounts
         * @description Newest first. Changes with one cause are one event, however many accounts it touched: a log that stopped arriving in several accounts, or what a scan found and what other accounts lost by it.
         */
        get: operations["listChangeEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/changes/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether you get mails about an account */
        get: operations["getChangeMail"];
        /**
         * Turn mails about an account on or off for you
         * @description One mail for changes with one cause, after the scans that found them, to the address you sign in with. Everybody in a team decides for themselves. It ends when you can no longer read the account.
         */
        put: operations["setChangeMail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the proof of a detection
         * @description The firings observed last come first.
         */
        get: operations["listProof"];
        put?: never;
        /**
         * Record that a detection fired
         * @description For a firing that somebody observed: a finding, an alert, or an exercise that set it off. `technique_ids` are those the firing showed, out of those the detection detects; it may be left out where that is one. `observed_at` is now if left out. The same kind and reference again replaces what was recorded. Of each detection the newest 100 are kept.
         */
        post: operations["recordProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proof/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a proof */
        delete: operations["deleteProof"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a coverage report
         * @description One page for people, which needs nothing else and prints well: where the account stands, what changed in the 30 days before, the ten gaps that matter most, what was not read, and the detections that the figures rest on.
         */
        get: operations["getCoverageReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/exclusions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exclusions and accepted risks
         * @description Newest first, those that have expired too.
         */
        get: operations["listExclusions"];
        put?: never;
        /**
         * Exclude a technique or a detection
         * @description An excluded technique is no gap, and `excluded_techniques` counts it; totals and percentage stay. An excluded detection covers nothing. An accepted risk needs `expires_at`. What has expired holds no longer. The same technique or detection again replaces what was said.
         */
        post: operations["createExclusion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exclusions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an exclusion */
        delete: operations["deleteExclusion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/coverage/gaps/{technique}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say who works on a gap, and how far it is
         * @description What is left out is forgotten. `closed` and `risk_accepted` are not set here: a gap is closed once a snapshot covers the technique, and a risk is accepted by an exclusion of that kind.
         */
        put: operations["setGapWork"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/{id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a detection covers a technique, or does not
         * @description Your word takes precedence over the mapping, and coverage is counted anew at once: with `covers` the detection counts for the technique with confidence 0.9, without it not at all. The detection shows it as an override. The same technique again replaces what was said.
         */
        post: operations["createOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mapping overrides of an account
         * @description Newest first.
         */
        get: operations["listOverrides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overrides/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a mapping override
         * @description The mapping holds again, and coverage is counted anew.
         */
        delete: operations["deleteOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SIEMs
         * @description Yours and your team’s, by name.
         */
        get: operations["listSiems"];
        put?: never;
        /**
         * Add a SIEM
         * @description Its rules come with an import. `account_ids` are the cloud accounts that send their logs to it.
         */
        post: operations["createSiem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get SIEM */
        get: operations["getSiem"];
        put?: never;
        post?: never;
        /**
         * Delete a SIEM
         * @description With its rules, and their detections in every account.
         */
        delete: operations["deleteSiem"];
        options?: never;
        head?: never;
        /**
         * Change a SIEM
         * @description Its name, or the accounts that it is fed by: its rules become detections of those that are new, and go from those that are left out.
         */
        patch: operations["updateSiem"];
        trace?: never;
    };
    "/siems/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the rules of a SIEM
         * @description The body is the file itself, at most 50 MB and 10,000 rules: for splunk savedsearches.conf or the JSON of saved/searches (in an archive with macros.conf, lookups and data models), for sentinel ARM, the JSON of alertRules or YAML, for elastic NDJSON or TOML, for opensearch the JSON of monitors or Sigma, for google YARA-L or the JSON that lists rules, for sigma YAML; each also as a zip, tar or tar.gz. The answer is the difference to what the SIEM has. It is applied with `apply=true`; with `expect` only if it is the one that was shown. Rules that stay keep their ids.
         */
        post: operations["importSiemRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems/{id}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Connect a SIEM
         * @description Says where the API of a splunk, sentinel or elastic SIEM is, and with what it is asked for its rules; it is not called yet. The token is stored sealed and never answered. Private addresses are called where the operator allows them (SIEM_ALLOW_HOSTS).
         */
        put: operations["connectSiem"];
        post?: never;
        /**
         * Disconnect a SIEM
         * @description Its token is deleted. Its rules stay as the last import left them.
         */
        delete: operations["disconnectSiem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems/{id}/connection/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the rules from the API of a SIEM
         * @description Asks the connected SIEM for its rules, all pages, and answers as for a file: the difference, which is applied with `apply=true`.
         */
        post: operations["importFromSiem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems/overlap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find rules of your SIEMs that notice the same
         * @description For each rule those of your SIEMs that match every event that it notices: each of its alternatives and values is put into an event. Only what events show counts, and no likeness of text. Rules of a SIEM that count events are not compared.
         */
        post: operations["compareWithSiems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find what became of your rules in your SIEMs
         * @description For each rule those of your SIEMs that were made from it, known by the Sigma id and the version that our exports carry: as it is now, edited in the SIEM (with what the rules read differ by), made from another version, or gone since an import.
         */
        post: operations["traceInSiems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/siems/{id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules of a SIEM
         * @description By name, each with whether it could fire: `can_fire=no` lists those that never can, with the reason, and `reason` and `read` narrow the list further. `counts` says how many there are with each value of these three. With `format=csv` all that match as a file.
         */
        get: operations["listSiemRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the scans of an account, newest first */
        get: operations["listScans"];
        put?: never;
        /**
         * Scan a cloud account
         * @description Answers at once; read the scan by its id, or follow its events. `regions` null or left out is the account’s own list, or every enabled region. Regions that are not enabled in the account are skipped, and the results say so.
         */
        post: operations["createScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a scan with its progress and errors */
        get: operations["getScan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scans/{id}/cells": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a scan is, by service and region
         * @description Empty until it is known which regions can be scanned.
         */
        get: operations["listScanCells"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scans/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a scan has changed
         * @description Of the changed detections in pages, the new ones first, then the updated, then the removed; `total_changes` says how many there are. The event `result` of the scan has the first page.
         */
        get: operations["getScanResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scans/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a scan
         * @description It ends at once, and for good. What it has stored stays; no detection is marked as removed, and coverage does not change.
         */
        post: operations["cancelScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scans/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a scan
         * @description Server-sent events: `progress` whenever something has changed, last `result`, or `error` with an Error. A stream that ends with neither was closed by a process that stops: connect again. Read it with fetch, since headers carry the credential.
         */
        get: operations["followScan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cloud accounts
         * @description Yours and your team’s, newest first. `owner` lists those of one of the two.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Add a cloud account
         * @description The answer holds the external id and both policies for the role to create; set role_arn afterwards by PATCH. A role in the body is tried at once. The subscriber’s tier bounds the number of accounts (individual 10, pro 50, team 250, enterprise 5,000) and how often a schedule scans: hourly at most, enterprise every 15 minutes.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move cloud accounts of your own to the team
         * @description With their scans, detections and decisions; you stay their maker, and they stay with the team when you leave it. For every member, since they are yours to give: afterwards the owner and admins change them. What the team cannot have stays yours, and `not_moved` says why.
         */
        post: operations["moveAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a cloud account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Remove a cloud account
         * @description With its scans, detections and snapshots. A scan under way ends.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change a cloud account
         * @description A changed role is tried at once: status then says connected or broken, and verify says why.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/accounts/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the connection
         * @description Assumes the role, tries a wrong external id as well, and tests the permissions that a scan needs. Changes nothing in the account.
         */
        post: operations["verifyAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the organization that an account manages
         * @description Through its management account or a delegated administrator that you have connected. Lists its accounts and adds those that are active and not here yet, each with the role `role_name`, as far as the tier has places. Again, it reads it anew.
         */
        post: operations["readOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List organizations */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an organization with its accounts */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /**
         * Forget an organization
         * @description Its accounts stay here as they are.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the role for every account of an organization
         * @description As a CloudFormation template with a StackSet and as a Terraform file. Either is deployed once, in the management account, and gives each account (also later ones) the same role; the management account itself is left out.
         */
        get: operations["getOrganizationRole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an organization covers
         * @description Per technique, in how many accounts it is covered, partly covered, unknown and not covered, by the newest count of each account; and what each account covers.
         */
        get: operations["getOrganizationCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan the accounts of an organization
         * @description Those that are active, here and not under way. They take turns with the scans of other subscribers.
         */
        post: operations["scanOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Yours and those of your team. A team’s are for its owner and admins.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description Events are posted as `{ type, timestamp, data }`, signed by Standard Webhooks (headers webhook-id, webhook-timestamp, webhook-signature), and posted again until an answer of 2xx. `coverage.changed`: what got worse with one cause, once for all accounts that it touched, as `GET /changes` lists it. `scan.finished`: a scan has ended, however it did.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries; what waits is not sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For 24 hours calls carry a signature by each of the two.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook an example
         * @description An event with made-up data, which carries `test: true` beside its `type`. It is signed, sent and tried again as every other, and stands among the deliveries. One that waits for another attempt gives way to it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a webhook was told
         * @description Newest first. The newest 500 are kept and the newest 20 tests, for 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description The same body under the same webhook-id, signed anew.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your active keys */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key
         * @description From tier individual on, with a verified e-mail address. Only this answer has the full key: a second request with the same Idempotency-Key is a 409 that names the key.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key for good
         * @description Takes effect everywhere within a second.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{prefix}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description The new key has the same name, scopes and addresses. The old one ends after the overlap, and until then does not count toward the number of active keys. If the old key has an end, the new one lives as long as it was to.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            detail: string;
        };
        CoverageSummary: {
            /** Format: uuid */
            cloud_account_id: string;
            cloud_account_name: string;
            attack_version: string;
            total_techniques: number;
            covered_techniques: number;
            partial_techniques: number;
            uncovered_techniques: number;
            /** @description those that depend on something that could not be read */
            unverified_techniques: number;
            /** @description of the uncovered: unverified, so that it is not known whether they are gaps; gaps are the uncovered less these */
            unknown_techniques: number;
            /** @description services in regions that could not be read last time */
            unknown_cells: number;
            /** @description 100 × covered ÷ total, one decimal */
            coverage_percent: number;
            /** @description over covered and partial techniques */
            average_confidence: number;
            /** @description the method by which it was counted */
            counting_version: number;
            /** @description the method by which the scan read what is counted; snapshots are comparable where both versions are the same */
            reading_version: number;
            /**
             * Format: uuid
             * @description null for a snapshot that was made because declared detections or the method of counting changed
             */
            scan_id: string | null;
            /**
             * Format: date-time
             * @description the snapshot's
             */
            created_at: string;
            /** @description a technique of several tactics counts in each */
            by_tactic: {
                tactic_id: string;
                tactic: string;
                name: string;
                total: number;
                covered: number;
                partial: number;
                uncovered: number;
                /** @description of the uncovered: those that are unverified */
                unknown: number;
            }[];
            /** @description of the total: not covered and not excluded, but logs that show them arrive wherever their events do */
            visible_techniques: number;
            /** @description of the total: excluded, or the risk is accepted; they are no gaps, and change no other figure */
            excluded_techniques: number;
            /** @description of the total: a detection that can fire was seen to notice them in the last 90 days */
            proven_techniques: number;
            /** @description the regions that the figures speak of: read in any scan and still wanted by the account */
            regions: {
                region: string;
                /**
                 * Format: date-time
                 * @description when a scan last read something in it
                 */
                read_at: string;
            }[];
            by_region: {
                region: string;
                total: number;
                covered: number;
                partial: number;
                uncovered: number;
                /** @description of the uncovered: those of which something there could not be read */
                unknown: number;
                unverified: number;
                /** @description 100 × covered ÷ total, one decimal */
                coverage_percent: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            last_scan_at: string | null;
        };
        TechniqueCoverage: {
            technique_id: string;
            name: string;
            tactics: string[];
            is_subtechnique: boolean;
            parent_id: string | null;
            /** @enum {string} */
            status: "covered" | "partial" | "uncovered";
            unverified: boolean;
            /** @description left out, or the risk is accepted */
            excluded: boolean;
            confidence: number;
            detection_count: number;
            effective_detection_count: number;
            /**
             * Format: date-time
             * @description when a firing was last observed; null: never
             */
            proven_at: string | null;
            /** @description whole days since proven_at */
            proof_age_days: number | null;
            /** @description where its events arrive; covered means covered in each */
            regions_needed: string[];
            /** @description those that an active detection sees which covers the technique by itself */
            regions_covered: string[];
            /** @description those that only a supporting or degraded detection sees */
            regions_partial: string[];
            regions_unknown: string[];
            /** @description why it is not covered */
            reasons: string[];
            /** @description the best first, at most 500; `detection_count` says how many there are */
            detection_ids: string[];
        };
        Gap: {
            technique_id: string;
            name: string;
            tactics: string[];
            /** @enum {string} */
            status: "covered" | "partial" | "uncovered";
            unverified: boolean;
            /** @description left out, or the risk is accepted */
            excluded: boolean;
            /** @description how far it is: as somebody said, or risk_accepted where an accepted risk is in force; waiting_for_scan where rules for it are deployed */
            state: ("open" | "in_progress" | "waiting_for_scan" | "closed" | "risk_accepted") | (string & {});
            /** @description who works on it */
            owner: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            due_at: string | null;
            ticket_url: string | null;
            /** @description the chosen actors that use it, or the one asked for */
            actors: {
                /** @description ATT&CK’s id */
                id: string;
                kind: ("group" | "campaign") | (string & {});
                name: string;
            }[];
            priority: ("critical" | "high" | "medium" | "low") | (string & {});
            score: number;
            reasons: string[];
            /** @description policies of the organisation that forbid calls which show it in this account, to everybody and under no condition */
            forbidden_by: {
                policy: string;
                calls: string[];
            }[];
            /** @description whether they forbid every call that is known to show it */
            forbidden_wholly: boolean;
            prevalence: {
                groups: number;
                software: number;
                campaigns: number;
            };
            /** @description groups and campaigns that used it in a cloud, as ATT&CK tells; the priority follows these */
            cloud_prevalence: {
                groups: number;
                campaigns: number;
            };
            used_in_wild: boolean;
            /** @description documents that show it and that you or your team had read by the rules service in the last 90 days; they count in score and priority, the newer the more */
            advisories_read: {
                /** @description the same document read again counts once */
                count: number;
                /** @description the newest three */
                latest: {
                    title: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601 UTC with milliseconds and Z
                     */
                    read_at: string;
                }[];
            };
            log_sources: string[];
            /** @description what the cheapest log that shows it costs; none where no log of AWS does */
            log_cost: ("included" | "charged" | "none") | (string & {});
            suggested_detections: string[];
            /** @description a body ready for the rules service's POST /v1/generate; null where no rule can be written */
            generate: {
                /** @constant */
                inputType: "technique";
                techniqueId: string;
                options: {
                    targetProviders: string[];
                    gap: {
                        /** Format: uuid */
                        accountId: string;
                        techniqueId: string;
                    };
                };
            } | null;
            /** @description why no rule can be written; null where one can */
            generate_reason: string | null;
            /** @description what closes it, the cheapest first: a detection that is there and switched off, then a control of the cloud, then a rule for a SIEM, which `generate` writes */
            closes: {
                kind: ("enable" | "control" | "rule") | (string & {});
                title: string;
                notes: string[];
                /** @description what the cloud asks for it */
                cost: ("included" | "charged") | (string & {});
                regions: string[];
                artefacts: {
                    form: ("cli" | "cloudformation" | "terraform") | (string & {});
                    text: string;
                }[];
            }[];
            /** @description rules that were written for it, as the rules service tells of them: what is deployed first, at most 50 */
            rules: {
                /** Format: uuid */
                key: string;
                state: ("draft" | "accepted" | "rejected" | "deployed") | (string & {});
                /** @enum {string} */
                owner: "user" | "team";
            }[];
            /** @description how many rules were written for it and are not deleted */
            rule_count: number;
            /** @description of these: deployed. The technique counts as covered once a scan or an imported SIEM shows them */
            deployed_rule_count: number;
        };
        Snapshot: {
            /** Format: uuid */
            id: string;
            attack_version: string;
            total_techniques: number;
            covered_techniques: number;
            partial_techniques: number;
            uncovered_techniques: number;
            /** @description those that depend on something that could not be read */
            unverified_techniques: number;
            /** @description of the uncovered: unverified, so that it is not known whether they are gaps; gaps are the uncovered less these */
            unknown_techniques: number;
            /** @description services in regions that could not be read last time */
            unknown_cells: number;
            /** @description 100 × covered ÷ total, one decimal */
            coverage_percent: number;
            /** @description over covered and partial techniques */
            average_confidence: number;
            /** @description the method by which it was counted */
            counting_version: number;
            /** @description the method by which the scan read what is counted; snapshots are comparable where both versions are the same */
            reading_version: number;
            /**
             * Format: uuid
             * @description null for a snapshot that was made because declared detections or the method of counting changed
             */
            scan_id: string | null;
            /**
             * Format: date-time
             * @description the snapshot's
             */
            created_at: string;
            /** @description in a history, of the first snapshot that was counted by another method than the one before: what changed. A trend has a line there */
            counted_anew_because: string | null;
        };
        CoverageDiff: {
            /** Format: uuid */
            cloud_account_id: string;
            from: components["schemas"]["Snapshot"];
            to: components["schemas"]["Snapshot"];
            /** @description what changed in the method of counting between the two; null where nothing did */
            not_comparable_because: string | null;
            gained: {
                technique_id: string;
                name: string;
                /** @enum {string|null} */
                from: "covered" | "partial" | "uncovered" | null;
                /** @enum {string|null} */
                to: "covered" | "partial" | "uncovered" | null;
                confidence_from: number;
                confidence_to: number;
            }[];
            lost: {
                technique_id: string;
                name: string;
                /** @enum {string|null} */
                from: "covered" | "partial" | "uncovered" | null;
                /** @enum {string|null} */
                to: "covered" | "partial" | "uncovered" | null;
                confidence_from: number;
                confidence_to: number;
            }[];
            /** @description techniques that only the later snapshot knows */
            added: {
                technique_id: string;
                name: string;
                /** @enum {string|null} */
                from: "covered" | "partial" | "uncovered" | null;
                /** @enum {string|null} */
                to: "covered" | "partial" | "uncovered" | null;
                confidence_from: number;
                confidence_to: number;
            }[];
            /** @description techniques that only the earlier snapshot knows */
            dropped: {
                technique_id: string;
                name: string;
                /** @enum {string|null} */
                from: "covered" | "partial" | "uncovered" | null;
                /** @enum {string|null} */
                to: "covered" | "partial" | "uncovered" | null;
                confidence_from: number;
                confidence_to: number;
            }[];
        };
        Sight: {
            /** @description where it comes from */
            region: string;
            service: string;
            /** @description how it goes there, in the provider’s words; more may come */
            via: string;
            /** @description the account’s number or name at its provider */
            to_account: string;
            to_region: string;
            /**
             * Format: uuid
             * @description that account here, where you have connected it; null where nobody of yours has
             */
            cloud_account_id: string | null;
            /** @description `read`: what sees it counts as seen there; else what hangs on it is unknown */
            state: ("read" | "unread" | "not_connected") | (string & {});
            /** @description techniques that it carries; null for a whole log */
            technique_count: number | null;
            /** @description what to do to know what sees it */
            to_do: string | null;
        };
        MatrixSubTechnique: {
            technique_id: string;
            name: string;
            tactics: string[];
            /** @enum {string} */
            status: "covered" | "partial" | "uncovered";
            /** @description whether something that could not be read might change the status; an uncovered technique is then unknown, and no gap */
            unverified: boolean;
            /** @description why it is unverified; otherwise null */
            unknown_because: string | null;
            /** @description left out, or the risk is accepted */
            excluded: boolean;
            /** @description whether a log that shows it arrives wherever its events do; null where what keeps logs could not be read */
            visible: boolean | null;
            /** @description those of `actors` that use this technique, covered or not; what they use of its parent or children is told there */
            used_by: {
                /** @description ATT&CK’s id */
                id: string;
                kind: ("group" | "campaign") | (string & {});
                name: string;
            }[];
            confidence: number;
            detection_count: number;
            /** @description those that can fire */
            effective_detection_count: number;
        };
        MatrixTechnique: {
            technique_id: string;
            name: string;
            tactics: string[];
            /** @enum {string} */
            status: "covered" | "partial" | "uncovered";
            /** @description whether something that could not be read might change the status; an uncovered technique is then unknown, and no gap */
            unverified: boolean;
            /** @description why it is unverified; otherwise null */
            unknown_because: string | null;
            /** @description left out, or the risk is accepted */
            excluded: boolean;
            /** @description whether a log that shows it arrives wherever its events do; null where what keeps logs could not be read */
            visible: boolean | null;
            /** @description those of `actors` that use this technique, covered or not; what they use of its parent or children is told there */
            used_by: {
                /** @description ATT&CK’s id */
                id: string;
                kind: ("group" | "campaign") | (string & {});
                name: string;
            }[];
            confidence: number;
            detection_count: number;
            /** @description those that can fire */
            effective_detection_count: number;
            /** @description of a sub-technique that stands by itself, since its parent is not counted or not asked for */
            parent_id: string | null;
            sub_techniques: components["schemas"]["MatrixSubTechnique"][];
        };
        CoverageMatrix: {
            /** Format: uuid */
            cloud_account_id: string;
            attack_version: string;
            /**
             * Format: date-time
             * @description the snapshot's
             */
            created_at: string;
            /** @description the regions that the figures speak of: read in any scan and still wanted by the account */
            regions: {
                region: string;
                /**
                 * Format: date-time
                 * @description when a scan last read something in it
                 */
                read_at: string;
            }[];
            /** @description those that `used_by` tells of: the one asked for, else the chosen ones */
            actors: {
                /** @description ATT&CK’s id */
                id: string;
                kind: ("group" | "campaign") | (string & {});
                name: string;
            }[];
            /** @description the columns, in ATT&CK’s order */
            tactics: {
                tactic_id: string;
                tactic: string;
                name: string;
                total: number;
                covered: number;
                partial: number;
                uncovered: number;
                /** @description of the uncovered: those that are unverified */
                unknown: number;
            }[];
            /** @description by id; a technique of several tactics stands here once */
            techniques: components["schemas"]["MatrixTechnique"][];
            /** @description techniques and sub-techniques together */
            total: number;
        };
        TechniqueVisibility: {
            technique_id: string;
            name: string;
            tactics: string[];
            /** @description `excluded`: left out, or the risk is accepted; else `detected`: covered; else `visible`: a log that shows it arrives in each of `regions_needed`; else `blind` */
            visibility: ("visible" | "detected" | "blind" | "excluded") | (string & {});
            /** @enum {string} */
            status: "covered" | "partial" | "uncovered";
            /** @description why something that could not be read might change `status`; an uncovered technique is then unknown, and no gap. Otherwise null */
            unknown_because: string | null;
            excluded: boolean;
            /** @description whether it may be visible, as something could not be read */
            unverified: boolean;
            /** @description DeTT&CT’s score of visibility, in the region that sees least: 1 below half of the logs that show it, 2 below three quarters, 3 below all, 4 all, 0 where not visible */
            score: number;
            /** @description where a log could show it: where its events arrive, or traffic flows */
            regions_needed: string[];
            regions_visible: string[];
            regions_blind: string[];
            regions_unknown: string[];
            /** @description empty where nothing that an account keeps is known to show it */
            logs: {
                /** @description a kind of log; events that only read are told apart from those that change something */
                log: ("cloudtrail_management_write" | "cloudtrail_management_read" | "cloudtrail_data_write" | "cloudtrail_data_read" | "vpc_flow_logs") | (string & {});
                name: string;
                /** @description of data events, the type of the resources; otherwise null */
                resource_type: string | null;
                /** @description as ATT&CK calls what it has */
                data_components: string[];
                /** @description the events that show the technique by themselves; empty where ATT&CK names the log without an event */
                events: string[];
                /** @description where it arrives, with the source that bears it out */
                arrives: {
                    /** @description the name of a source of this answer */
                    source: string;
                    regions: string[];
                }[];
                /** @description where it does not, with the link that is missing in the source that comes nearest */
                missing: {
                    reason: ("some_resources" | "source_left_out" | "not_selected" | "unread" | "aws:some_networks" | "aws:some_traffic" | "aws:not_delivered" | "aws:trail_stopped" | "aws:no_flow_log" | "aws:no_trail") | (string & {});
                    /** @description the name of a source of this answer */
                    source: string | null;
                    regions: string[];
                    sentence: string;
                }[];
                /** @description where what keeps it could not be read */
                unknown: string[];
            }[];
            /** @description why it is not visible, and what else is missing */
            reasons: string[];
        };
        Detection: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cloud_account_id: string;
            name: string;
            description: string | null;
            /** @description the regions whose events reach it, where they are not its own alone; * is every region of the account */
            seen_regions: string[] | null;
            /** @description the result of a Security Hub control or Config rule that asks for a detection to exist */
            compliance: ("passed" | "failed" | null) | (string & {});
            detection_type: ("eventbridge_rule" | "guardduty_detector" | "guardduty_custom_rule" | "securityhub" | "securityhub_standard" | "securityhub_control" | "securityhub_insight" | "lambda_detection" | "cloudwatch_metric_filter" | "logs_insights_query" | "cloudtrail_insights" | "config_rule" | "network_firewall" | "cloudwatch_alarm" | "inspector" | "macie" | "access_analyzer" | "siem_rule") | (string & {});
            status: ("active" | "degraded" | "disabled" | "unknown" | "removed") | (string & {});
            /** @description why it is not active: a word of the provider’s with its name before it, or one without of a declared rule */
            status_reason: ("disabled" | "failing" | "not_scheduled" | "never_runs" | "tells_nobody" | "deprecated" | "untagged" | "no_log_source" | "dependency_unreadable" | "foreign_target" | "aws:disabled" | "aws:no_target" | "aws:no_alarm" | "aws:no_actions" | "aws:no_filter" | "aws:no_consumer" | "aws:actions_muted" | "aws:recorder_stopped" | "aws:trail_stopped" | "aws:no_trail" | "aws:suspended" | "aws:dry_run" | "aws:suppressed" | "aws:not_scheduled" | "aws:deleting" | "aws:not_feeding" | "aws:insufficient_permissions" | "aws:dependency_unreadable" | "aws:some_unheard" | "aws:topic_missing" | "aws:no_subscription" | "aws:never_fires" | "aws:always_fires" | "aws:foreign_topic" | "aws:filter_unread" | null) | (string & {});
            /** @description of a declared rule: whether the account's own logs bring each event that it names; only yes counts. Null for what a scan found, whose status says what feeds it */
            sees: ("yes" | "no" | "unknown" | null) | (string & {});
            /** @description why it sees what it names, or does not */
            sees_reason: ("log_arrives" | "part_arrives" | "proven" | "log_missing" | "log_unread" | "not_scanned" | "event_unknown" | "no_event_named" | "query_not_kept" | null) | (string & {});
            /** @description what exactly is missing or unknown */
            sees_detail: string | null;
            source_arn: string | null;
            region: string | null;
            is_managed: boolean;
            tags: string[];
            mapping_count: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            discovered_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            updated_at: string;
            /** @description what `status_reason` means, in the words of its catalogue */
            status_words: {
                label: string;
                what_to_do: string;
                /** @description high: nothing is noticed; medium: less is, or nobody is told; low: it is not known */
                severity: ("high" | "medium" | "low") | (string & {});
            } | null;
            /**
             * Format: date-time
             * @description when a firing was last observed; null: never
             */
            proven_at: string | null;
            /** @description whole days since proven_at */
            proof_age_days: number | null;
            /** @description techniques by category, and those that it covers by itself */
            technique_counts: {
                detect: number;
                protect: number;
                respond: number;
                covers: number;
            };
            /** @description the strongest first; in lists the ten strongest */
            mapped_techniques: {
                technique_id: string;
                technique_name: string;
                /** @description strength × provenance */
                confidence: number;
                strength: ("minimal" | "partial" | "significant") | (string & {});
                /** @description only detect covers */
                category: ("detect" | "protect" | "respond") | (string & {});
                source: ("vendor" | "ctid" | "event_map" | "sigma" | "inferred" | "override") | (string & {});
                /** @description whether it covers the technique by itself while the detection is active: category detect, confidence 0.6 or more, and not by our own judgement (inferred) or a check of configuration alone; or an override says so */
                covers: boolean;
                /** @description what says so: the events that its query names, by our table; a mapping of the service, control or finding; an override; or claimed, only the tag of its author, which our table does not know: it counts as partial at most */
                basis: ("query" | "mapping" | "override" | "claimed") | (string & {});
                evidence: string;
                /** @description what a subscriber said of it; it takes precedence */
                override: {
                    /** Format: uuid */
                    id: string;
                    covers: boolean;
                    reason: string;
                } | null;
            }[];
        };
        /** @description with `counts`: how many there would be with each value in place of the one that is asked for */
        DetectionCounts: {
            status: {
                value: string;
                count: number;
            }[];
            region: {
                value: string;
                count: number;
            }[];
            managed: {
                value: string;
                count: number;
            }[];
            mapped: {
                value: string;
                count: number;
            }[];
        };
        Actor: {
            /** @description ATT&CK’s id */
            id: string;
            kind: ("group" | "campaign") | (string & {});
            name: string;
            aliases: string[];
            /** @description techniques that ATT&CK records of it, on any platform */
            technique_count: number;
            /** @description those that coverage is counted over */
            cloud_technique_count: number;
        };
        ActorCoverage: {
            /** @description ATT&CK’s id */
            id: string;
            kind: ("group" | "campaign") | (string & {});
            name: string;
            /** @description of the actor’s, those that coverage is counted over */
            total_techniques: number;
            covered_techniques: number;
            partial_techniques: number;
            uncovered_techniques: number;
            /** @description of the uncovered: unverified, so that they may be no gaps */
            unknown_techniques: number;
            /** @description of the total */
            excluded_techniques: number;
            /** @description 100 × covered ÷ total, one decimal */
            coverage_percent: number;
            /** @description the uncovered that are not excluded, by id */
            uncovered: string[];
            /** @description those of `uncovered` that are unknown */
            unknown: string[];
        };
        Change: {
            /** Format: uuid */
            id: string;
            kind: ("coverage_dropped" | "detection_removed" | "detection_stopped") | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            at: string;
            /**
             * Format: uuid
             * @description the scan that found it, of this account or of one that sees it; null for what people said or declared
             */
            scan_id: string | null;
            /**
             * Format: uuid
             * @description what it belongs to; changes with one cause are one event
             */
            event_id: string | null;
            technique_id: string | null;
            /** Format: uuid */
            detection_id: string | null;
            /** @description of the technique or the detection */
            name: string;
            /** @description the status before */
            from: string;
            /** @description the status now */
            to: string;
            /** @description status_reason of a detection */
            reason: string | null;
        };
        ChangeEvent: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description when the first of them was found
             */
            at: string;
            because: string;
            sentence: string;
            /**
             * Format: uuid
             * @description the scan that found it first; null for what people said or declared
             */
            scan_id: string | null;
            /** @description accounts that it touched */
            accounts: number;
            /** @description of these the first 100, by name */
            cloud_account_ids: string[];
            /** @description techniques that are covered less in at least one of them */
            techniques: number;
            technique_ids: string[];
            /** @description detections that are gone or can no longer fire */
            detections: number;
        };
        Proof: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            detection_id: string;
            kind: ("finding" | "alert" | "exercise") | (string & {});
            /** @description the id of the finding or alert, or the name of the exercise */
            reference: string;
            /** @description the techniques that the firing showed */
            technique_ids: string[];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            observed_at: string;
            /** @description whole days since observed_at */
            age_days: number;
            observed_by: string | null;
            note: string | null;
            /**
             * Format: uuid
             * @description the user or service account that recorded it
             */
            recorded_by: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        Exclusion: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cloud_account_id: string;
            kind: ("exclusion" | "accepted_risk") | (string & {});
            technique_id: string | null;
            technique_name: string | null;
            /** Format: uuid */
            detection_id: string | null;
            detection_name: string | null;
            reason: string;
            /** @description who answers for it */
            owner: string;
            /**
             * Format: date-time
             * @description null: until it is deleted
             */
            expires_at: string | null;
            /** @description false from expires_at on */
            in_force: boolean;
            /**
             * Format: uuid
             * @description the user or service account that recorded it
             */
            recorded_by: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        GapWork: {
            /** Format: uuid */
            cloud_account_id: string;
            technique_id: string;
            state: ("open" | "in_progress" | "waiting_for_scan") | (string & {});
            owner: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            due_at: string | null;
            ticket_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            updated_at: string | null;
        };
        MappingOverride: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            cloud_account_id: string;
            /** Format: uuid */
            detection_id: string;
            detection_name: string;
            technique_id: string;
            technique_name: string;
            covers: boolean;
            reason: string;
            /**
             * Format: uuid
             * @description the user or service account that recorded it
             */
            recorded_by: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        Siem: {
            /** Format: uuid */
            id: string;
            name: string;
            kind: ("splunk" | "sentinel" | "elastic" | "opensearch" | "google" | "sigma") | (string & {});
            /** Format: uuid */
            team_id: string | null;
            /** @description the cloud accounts that send their logs to it */
            account_ids: string[];
            rules: {
                total: number;
                /** @description their log and an event that they name arrive from an account */
                can_fire: number;
                /** @description switched off, failing, or without their log or event */
                never_fires: number;
                unknown: number;
                read_whole: number;
                read_in_part: number;
                not_read: number;
            };
            /**
             * Format: date-time
             * @description null: nothing was imported yet
             */
            imported_at: string | null;
            /** @description how its API is reached; null: its rules are imported by file. The token is never answered */
            connection: {
                address: string;
                tenant_id: string | null;
                client_id: string | null;
                login_address: string | null;
                /** @description null: rules are not imported by themselves */
                every_hours: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                next_at: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 UTC with milliseconds and Z
                 */
                tried_at: string | null;
                /** @description why the last import failed; null where it did not */
                error: string | null;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        SiemImport: {
            /** Format: uuid */
            siem_id: string;
            applied: boolean;
            /** @description of the difference: sent back as `expect`, exactly this is applied */
            digest: string;
            new_total: number;
            changed_total: number;
            gone_total: number;
            unread_total: number;
            same_total: number;
            /** @description the first 200 */
            new: {
                key: string;
                name: string;
                place: string;
            }[];
            changed: {
                key: string;
                name: string;
                place: string;
                fields: (("name" | "description" | "query" | "techniques" | "state") | (string & {}))[];
            }[];
            /** @description in the SIEM before and not in the file */
            gone: {
                key: string;
                name: string;
            }[];
            /** @description what of the file is no rule that could be read */
            unread: {
                place: string;
                reason: string;
            }[];
            /** @description what the import may lack although all that was sent was read */
            warnings: {
                kind: string;
                text: string;
            }[];
            read: {
                whole: number;
                part: number;
                none: number;
            };
        };
        SiemOverlap: {
            /** @description in the order of the rules that were sent */
            rules: {
                /** @description ten at most, those that could fire first */
                covered_by: {
                    /** Format: uuid */
                    siem_id: string;
                    siem_name: string;
                    /** Format: uuid */
                    rule_id: string;
                    name: string;
                    can_fire: ("yes" | "no" | "unknown") | (string & {});
                }[];
            }[];
        };
        SiemDrift: {
            /** @description in the order of the rules that were sent */
            rules: {
                /** @description the rules of the text that have an id, and the version that an export of each carries now */
                sigma: {
                    id: string;
                    version: string;
                }[];
                /** @description rules of the text that have no id, so that nothing knows them again */
                without_id: number;
                found: {
                    /** Format: uuid */
                    siem_id: string;
                    siem_name: string;
                    /**
                     * Format: uuid
                     * @description null: it is gone
                     */
                    rule_id: string | null;
                    /** @description the rule of the text that it was made from */
                    sigma_id: string;
                    name: string;
                    can_fire: ("yes" | "no" | "unknown") | (string & {});
                    /** @description same: as an export of now; edited: made from this version and changed there; older: made from another version; gone: it was there before an import */
                    state: ("same" | "edited" | "older" | "gone") | (string & {});
                    /**
                     * Format: date-time
                     * @description ISO 8601 UTC with milliseconds and Z
                     */
                    gone_at: string | null;
                    /** @description lines of the rules read that only one of both has, 50 at most */
                    differences: {
                        line: string;
                        side: ("ours" | "siem") | (string & {});
                    }[];
                }[];
            }[];
        };
        SiemRule: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            siem_id: string;
            /** @description what the product knows it by */
            key: string;
            name: string;
            description: string | null;
            /** @description where in the file it stood */
            place: string;
            language: string;
            query: string;
            can_fire: ("yes" | "no" | "unknown") | (string & {});
            /** @description why not, or why nobody here knows; null where it can */
            reason: ("disabled" | "failing" | "not_scheduled" | "never_runs" | "tells_nobody" | "deprecated" | "query_unread" | "no_account" | "log_elsewhere" | "log_arrives" | "part_arrives" | "proven" | "log_missing" | "log_unread" | "not_scanned" | "event_unknown" | "no_event_named" | "query_not_kept" | null) | (string & {});
            reason_detail: string | null;
            /** @description null: the export does not tell */
            enabled: boolean | null;
            schedule: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            last_run_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            last_alert_at: string | null;
            /** @description the product's words for why its runs fail */
            failing: string | null;
            /** @description what in the SIEM keeps some of its alerts, or word of them, from people although it runs */
            held_back: string[];
            /** @description how much of its query was read */
            read: ("whole" | "part" | "none") | (string & {});
            unread: {
                text: string;
                why: string;
                line: number | null;
            }[];
            /** @description tables, data models and fields in its query that have another name now */
            outdated: {
                name: string;
                now: string;
            }[];
            /** @description the rule of Sigma that it was made from */
            sigma_id: string | null;
            sigma_version: string | null;
            techniques: {
                technique_id: string;
                basis: ("query" | "claimed") | (string & {});
            }[];
            /** @description the accounts that have its log, where it is a detection */
            accounts: {
                /** Format: uuid */
                cloud_account_id: string;
                /** Format: uuid */
                detection_id: string;
                sees: ("yes" | "no" | "unknown" | null) | (string & {});
                sees_reason: ("log_arrives" | "part_arrives" | "proven" | "log_missing" | "log_unread" | "not_scanned" | "event_unknown" | "no_event_named" | "query_not_kept" | null) | (string & {});
                sees_detail: string | null;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            updated_at: string;
        };
        ScanError: {
            service: string;
            region: string | null;
            operation: string | null;
            /** @description the cloud's own, such as AccessDeniedException */
            code: string;
            kind: ("access_denied" | "throttled" | "not_opted_in" | "expired" | "timeout" | "service_error" | "unexpected") | (string & {});
            message: string;
            /** @description the IAM action that the role lacks; null where no action is missing, such as where its trust policy refuses us or another policy denies the call */
            missing_action: string | null;
            attempts: number;
            /** Format: date-time */
            at: string;
        };
        Scan: {
            /** Format: uuid */
            id: string;
            /** @description pending, running, and then for good completed, completed_with_errors, failed or cancelled */
            status: ("pending" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelled") | (string & {});
            progress_percent: number;
            current_step: string;
            detections_found: number;
            detections_new: number;
            detections_updated: number;
            detections_removed: number;
            /** Format: uuid */
            cloud_account_id: string;
            /** @description those asked for, until it is known which can be scanned */
            regions: string[];
            errors: components["schemas"]["ScanError"][];
            /** @description why a scan failed: null of one that did not */
            failure: {
                /** @description `role_refused`: the role could not be assumed, or anyone could; `missing_action`; `denied`: another policy forbids it; `nothing_read`: no service in any region could be read; `throttled`, `expired`, `timeout`, `service_error`, `not_opted_in`, `unexpected`. Others may come */
                code: string;
                sentence: string;
                /** @description what the role’s policy lacks, as far as it is known */
                missing_actions: string[];
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        ScanCell: {
            service: string;
            region: string;
            /** @description failed: it could not be read, and the scan’s errors say why */
            status: ("pending" | "done" | "failed") | (string & {});
            detections_found: number;
        };
        ScanResults: {
            /** Format: uuid */
            scan_id: string;
            /** Format: uuid */
            cloud_account_id: string;
            /** @description pending, running, and then for good completed, completed_with_errors, failed or cancelled */
            status: ("pending" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelled") | (string & {});
            /** @description why a scan failed: null of one that did not */
            failure: {
                /** @description `role_refused`: the role could not be assumed, or anyone could; `missing_action`; `denied`: another policy forbids it; `nothing_read`: no service in any region could be read; `throttled`, `expired`, `timeout`, `service_error`, `not_opted_in`, `unexpected`. Others may come */
                code: string;
                sentence: string;
                /** @description what the role’s policy lacks, as far as it is known */
                missing_actions: string[];
            } | null;
            regions_scanned: string[];
            regions_skipped: {
                region: string;
                reason: string;
            }[];
            detections_found: number;
            new: {
                /** Format: uuid */
                id: string;
                name: string;
                detection_type: string;
                region: string;
            }[];
            updated: {
                /** Format: uuid */
                id: string;
                name: string;
                detection_type: string;
                region: string;
            }[];
            removed: {
                /** Format: uuid */
                id: string;
                name: string;
                detection_type: string;
                region: string;
            }[];
            /** @description new, updated and removed, of all pages */
            total_changes: number;
            by_type: {
                [key: string]: number;
            };
            by_region: {
                [key: string]: number;
            };
            by_status: {
                [key: string]: number;
            };
            /** @description detections that say nothing about any technique */
            unmapped_count: number;
            errors_count: number;
            coverage_before: number | null;
            coverage_after: number | null;
            /** @description covered now, and not in the snapshot before */
            techniques_gained: string[];
            techniques_lost: string[];
            api_calls: number;
            duration_ms: number;
        };
        ScanProgress: {
            /** Format: uuid */
            id: string;
            /** @description pending, running, and then for good completed, completed_with_errors, failed or cancelled */
            status: ("pending" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelled") | (string & {});
            progress_percent: number;
            current_step: string;
            detections_found: number;
            detections_new: number;
            detections_updated: number;
            detections_removed: number;
        };
        Account: {
            /** Format: uuid */
            id: string;
            name: string;
            provider: "aws" | (string & {});
            external_account_id: string;
            /** @description null: every enabled region */
            regions: string[] | null;
            /** @description a cron expression of five fields, daily or weekly */
            schedule: string | null;
            connection: {
                role_arn: string | null;
                /** @description minted here, one per account; the role's trust policy must demand it */
                external_id: string;
                worker_principal: string | null;
                /** @description an IAM policy document, ready to paste */
                trust_policy: {
                    [key: string]: unknown;
                } | null;
                /** @description an IAM policy document, ready to paste */
                permissions_policy: {
                    [key: string]: unknown;
                } | null;
                /** @description the actions of permissions_policy, each with what a scan needs it for */
                permissions: {
                    action: string;
                    reason: string;
                }[];
                own_credentials: boolean;
            };
            tags: string[];
            /**
             * @description `user`: its maker’s own; `team`: the team’s, which all its members read
             * @enum {string}
             */
            owner: "user" | "team";
            /** @description ATT&CK groups and campaigns that gaps are told of */
            actor_ids: string[];
            status: ("pending_connection" | "connected" | "broken") | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            last_scan_at: string | null;
            /**
             * Format: uuid
             * @description the scan of it that is pending or running
             */
            scan_under_way: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        AccountMove: {
            moved: number;
            /** @description accounts that stay whose they are, each with the reason */
            not_moved: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @description `team_has_account`: the team has an account of this number; `in_team`: it is the team’s already; `account_limit`, `schedule_too_often`: more than the team’s tier includes; `own_credentials`: the operator does not allow the team the service’s own. Others may come */
                reason: string;
                message: string;
            }[];
        };
        Organization: {
            /** Format: uuid */
            id: string;
            /** @description its id at the provider */
            external_organization_id: string;
            /**
             * Format: uuid
             * @description the account that it is read through, which you have connected
             */
            cloud_account_id: string;
            management_account: string;
            /** @description the role that each of its accounts has for us */
            role_name: string;
            /** @description accounts that it has */
            accounts: number;
            /** @description accounts of it that you have here */
            accounts_here: number;
            /**
             * Format: date-time
             * @description when its accounts were last listed
             */
            read_at: string;
        };
        OrganizationAccount: {
            external_account_id: string;
            name: string;
            /** @description in the provider’s words; `active` accounts alone are scanned and counted */
            status: string;
            /** @description the units that it is in, from the top */
            unit: string;
            /**
             * Format: uuid
             * @description that account here; null where you have none
             */
            cloud_account_id: string | null;
            /** @description status of the account here */
            connection: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            last_scan_at: string | null;
        };
        OrganizationTechnique: {
            technique_id: string;
            name: string;
            /** @description accounts */
            covered_in: number;
            partial_in: number;
            /** @description accounts in which it is not covered as far as is known, and something was not read */
            unknown_in: number;
            uncovered_in: number;
            /** @description accounts that have excluded it and do not cover it */
            excluded_in: number;
        };
        OrganizationAccountCoverage: {
            external_account_id: string;
            name: string;
            status: string;
            unit: string;
            /** Format: uuid */
            cloud_account_id: string | null;
            /** @description null, as the others, where no scan has counted it */
            covered_techniques: number | null;
            partial_techniques: number | null;
            unknown_techniques: number | null;
            /** @description without those that are unknown */
            uncovered_techniques: number | null;
            coverage_percent: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            counted_at: string | null;
        };
        OrganizationCoverage: {
            /** Format: uuid */
            organization_id: string;
            attack_version: string;
            active_accounts: number;
            /** @description active accounts that a scan has counted; the others are in no sum */
            counted_accounts: number;
            total_techniques: number;
            /** @description techniques that every counted account covers */
            covered_everywhere: number;
            /** @description techniques that some of them cover and some do not */
            covered_somewhere: number;
            covered_nowhere: number;
            /** @description over every technique in every counted account */
            coverage_percent: number;
            /** @description those that the fewest accounts cover first */
            techniques: components["schemas"]["OrganizationTechnique"][];
            /** @description a page, those that cover least first */
            accounts: components["schemas"]["OrganizationAccountCoverage"][];
            /** @description accounts of the organisation, also those that are not counted */
            total: number;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            description: string;
            events: (("coverage.changed" | "scan.finished") | (string & {}))[];
            /** @description false: told of nothing. A receiver that answers with 410 is switched off. */
            active: boolean;
            /**
             * Format: date-time
             * @description until when the secret before the one in use signs too; null where there is none
             */
            previous_until: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description the webhook-id of the call: the same in each attempt
             */
            id: string;
            type: ("coverage.changed" | "scan.finished") | (string & {});
            /** @description whether it is an example that somebody asked for */
            test: boolean;
            state: ("pending" | "delivered" | "failed") | (string & {});
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description null when it has ended
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            ended_at: string | null;
            /** @description of the last attempt; null without an answer */
            response_status: number | null;
            error: string | null;
        };
        ApiKey: {
            prefix: string;
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 UTC with milliseconds and Z
             */
            expires_at: string | null;
            scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
            /** @description Null: from anywhere. */
            allowed_ips: string[] | null;
            /** @description The prefix of the key that replaced it. */
            replaced_by: string | null;
            daily_limit: number;
            used_today: number;
        };
        FollowScanEvents: {
            progress: components["schemas"]["ScanProgress"];
            result: components["schemas"]["ScanResults"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageSummary"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTechniqueCoverage: {
        parameters: {
            query?: {
                tactic?: string;
                status?: "covered" | "partial" | "uncovered";
                format?: "json" | "csv";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The techniques of the newest snapshot, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        attack_version: string;
                        /** @description the regions that the figures speak of: read in any scan and still wanted by the account */
                        regions: {
                            region: string;
                            /**
                             * Format: date-time
                             * @description when a scan last read something in it
                             */
                            read_at: string;
                        }[];
                        techniques: components["schemas"]["TechniqueCoverage"][];
                        total: number;
                    };
                    "text/csv": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGaps: {
        parameters: {
            query?: {
                priority?: ("critical" | "high" | "medium" | "low") | (string & {});
                include_partial?: boolean;
                include_excluded?: boolean;
                unknown?: boolean;
                actor?: "chosen" | string;
                technique?: string;
                format?: "json" | "csv";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gaps, worst first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        attack_version: string;
                        gaps: components["schemas"]["Gap"][];
                        total: number;
                        /** @description of those that the other filters give: unknown ones, whatever `unknown` says */
                        unknown: number;
                    };
                    "text/csv": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        snapshots: components["schemas"]["Snapshot"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    compareSnapshots: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What got better and what got worse. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageDiff"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getNavigatorLayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A layer of format 4.5. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By region, service and where it goes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        sights: components["schemas"]["Sight"][];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCoverageMatrix: {
        parameters: {
            query?: {
                actor?: "chosen" | string;
                tactic?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matrix. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageMatrix"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTechniqueVisibility: {
        parameters: {
            query?: {
                visibility?: ("visible" | "detected" | "blind" | "excluded") | (string & {});
                tactic?: string;
                technique?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The techniques of the newest snapshot, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        attack_version: string;
                        /** @description the regions that the figures speak of: read in any scan and still wanted by the account */
                        regions: {
                            region: string;
                            /**
                             * Format: date-time
                             * @description when a scan last read something in it
                             */
                            read_at: string;
                        }[];
                        /** @description what keeps logs of the account, as last read: every statement of the answer names one of them */
                        sources: {
                            kind: ("trail" | "event_data_store" | "flow_logs") | (string & {});
                            /** @description the name of a source of this answer */
                            name: string;
                            source_arn: string | null;
                            /** @description where it was read */
                            regions: string[];
                            /** @description the regions whose logs it keeps; `*` is every region of the account */
                            seen_regions: string[];
                            /** @description whether what it takes is delivered */
                            arrives: boolean;
                            /** @description why not */
                            reason: ("some_resources" | "source_left_out" | "not_selected" | "unread" | "aws:some_networks" | "aws:some_traffic" | "aws:not_delivered" | "aws:trail_stopped" | "aws:no_flow_log" | "aws:no_trail" | null) | (string & {});
                            /** @description what exactly is missing */
                            detail: string | null;
                            takes: {
                                /** @description a kind of log; events that only read are told apart from those that change something */
                                log: ("cloudtrail_management_write" | "cloudtrail_management_read" | "cloudtrail_data_write" | "cloudtrail_data_read" | "vpc_flow_logs") | (string & {});
                                /** @description of data events, the type of the resources; otherwise null */
                                resource_type: string | null;
                                /** @description false where selectors take it of some resources, or under other conditions */
                                whole: boolean;
                                /** @description services whose events are left out; those of the others are taken */
                                leaves_out: string[];
                            }[];
                        }[];
                        techniques: components["schemas"]["TechniqueVisibility"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVisibilityLayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A layer of format 4.5. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDettectFile: {
        parameters: {
            query: {
                file: "data-sources" | "techniques";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A YAML file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDetections: {
        parameters: {
            query?: {
                detection_type?: ("eventbridge_rule" | "guardduty_detector" | "guardduty_custom_rule" | "securityhub" | "securityhub_standard" | "securityhub_control" | "securityhub_insight" | "lambda_detection" | "cloudwatch_metric_filter" | "logs_insights_query" | "cloudtrail_insights" | "config_rule" | "network_firewall" | "cloudwatch_alarm" | "inspector" | "macie" | "access_analyzer" | "siem_rule") | (string & {});
                status?: ("active" | "degraded" | "disabled" | "unknown" | "removed") | (string & {});
                sees?: ("yes" | "no" | "unknown") | (string & {});
                region?: string;
                mapped?: boolean;
                technique?: string;
                source?: ("vendor" | "ctid" | "event_map" | "sigma" | "inferred" | "override") | (string & {});
                managed?: boolean;
                tag?: string;
                q?: string;
                format?: "json" | "csv";
                counts?: boolean;
                sort?: "name" | "status" | "detection_type" | "region" | "discovered_at" | "updated_at" | "-name" | "-status" | "-detection_type" | "-region" | "-discovered_at" | "-updated_at";
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of detections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        detections: components["schemas"]["Detection"][];
                        total: number;
                        page: number;
                        page_size: number;
                        counts?: components["schemas"]["DetectionCounts"];
                    };
                    "text/csv": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    declareDetections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rules?: string[];
                    rule_keys?: string[];
                    /** @enum {string} */
                    siem?: "siem_spl" | "siem_kql" | "siem_lucene" | "siem_udm" | "siem_dql" | "siem_yaral" | "siem_esql" | "siem_eql" | "siem_cql" | "siem_xql";
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description The declared detections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        detections: components["schemas"]["Detection"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The detection with its techniques. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detection"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    withdrawDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description The detection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detection"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActors: {
        parameters: {
            query?: {
                q?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attack_version: string;
                        actors: components["schemas"]["Actor"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getActorCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coverage of each actor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        attack_version: string;
                        actors: components["schemas"]["ActorCoverage"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                kind?: ("coverage_dropped" | "detection_removed" | "detection_stopped") | (string & {});
                since?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        changes: components["schemas"]["Change"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChangeEvents: {
        parameters: {
            query?: {
                since?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["ChangeEvent"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getChangeMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether you do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        enabled: boolean;
                        /** @description where to; null while it is off */
                        email: string | null;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setChangeMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        enabled: boolean;
                        /** @description where to; null while it is off */
                        email: string | null;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProof: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        detection_id: string;
                        proof: components["schemas"]["Proof"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    recordProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kind: ("finding" | "alert" | "exercise") | (string & {});
                    reference: string;
                    technique_ids?: string[];
                    /** Format: date-time */
                    observed_at?: string;
                    observed_by?: string | null;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCoverageReport: {
        parameters: {
            query?: {
                at?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report, as an HTML page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExclusions: {
        parameters: {
            query?: {
                in_force?: boolean;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exclusions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        exclusions: components["schemas"]["Exclusion"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExclusion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kind: ("exclusion" | "accepted_risk") | (string & {});
                    technique_id?: string;
                    /** Format: uuid */
                    detection_id?: string;
                    reason: string;
                    owner: string;
                    /** Format: date-time */
                    expires_at?: string | null;
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description The exclusion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exclusion"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteExclusion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setGapWork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                technique: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    state: ("open" | "in_progress" | "waiting_for_scan") | (string & {});
                    owner?: string | null;
                    /** Format: date-time */
                    due_at?: string | null;
                    /** Format: uri */
                    ticket_url?: string | null;
                };
            };
        };
        responses: {
            /** @description The work on the gap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GapWork"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    technique_id: string;
                    covers: boolean;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The override. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingOverride"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOverrides: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of overrides. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        overrides: components["schemas"]["MappingOverride"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSiems: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of SIEMs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        siems: components["schemas"]["Siem"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSiem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    kind: ("splunk" | "sentinel" | "elastic" | "opensearch" | "google" | "sigma") | (string & {});
                    /** @description the cloud accounts that send their logs to it */
                    account_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The SIEM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Siem"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSiem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SIEM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Siem"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSiem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSiem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description the cloud accounts that send their logs to it */
                    account_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The SIEM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Siem"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importSiemRules: {
        parameters: {
            query?: {
                file?: string;
                apply?: boolean;
                expect?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiemImport"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    connectSiem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description of the API: for splunk its management port, for elastic Kibana (with /s/SPACE for another than the default space), for sentinel https://management.azure.com and the id of the workspace’s resource
                     */
                    address: string;
                    /** @description for splunk a token, for elastic an API key as Kibana shows it (encoded), for sentinel the application’s secret. It is stored sealed and never answered. Left out, the one that is stored stays, which the same addresses need. */
                    token?: string;
                    /** @description sentinel: the tenant of the application */
                    tenant_id?: string;
                    /**
                     * Format: uuid
                     * @description sentinel: the application’s id
                     */
                    client_id?: string;
                    /**
                     * Format: uri
                     * @description sentinel: where tokens come from; left out, that of the address’s cloud
                     */
                    login_address?: string;
                    /** @description how often rules are imported by themselves; null: never */
                    every_hours?: number | null;
                };
            };
        };
        responses: {
            /** @description The SIEM. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Siem"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disconnectSiem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not connected any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importFromSiem: {
        parameters: {
            query?: {
                apply?: boolean;
                expect?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiemImport"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    compareWithSiems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rules: {
                        sigma: string;
                        /**
                         * @description events that the rule matches, such as its test events
                         * @default []
                         */
                        events?: {
                            [key: string]: unknown;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Which rules cover each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiemOverlap"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    traceInSiems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rules: {
                        sigma: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiemDrift"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSiemRules: {
        parameters: {
            query?: {
                can_fire?: ("yes" | "no" | "unknown") | (string & {});
                reason?: ("disabled" | "failing" | "not_scheduled" | "never_runs" | "tells_nobody" | "deprecated" | "query_unread" | "no_account" | "log_elsewhere" | "log_arrives" | "part_arrives" | "proven" | "log_missing" | "log_unread" | "not_scanned" | "event_unknown" | "no_event_named" | "query_not_kept") | (string & {});
                read?: ("whole" | "part" | "none") | (string & {});
                technique?: string;
                q?: string;
                format?: "json" | "csv";
                page?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        siem_id: string;
                        rules: components["schemas"]["SiemRule"][];
                        total: number;
                        counts: {
                            can_fire: {
                                value: ("yes" | "no" | "unknown") | (string & {});
                                total: number;
                            }[];
                            /** @description rules that can fire have none */
                            reason: {
                                value: ("disabled" | "failing" | "not_scheduled" | "never_runs" | "tells_nobody" | "deprecated" | "query_unread" | "no_account" | "log_elsewhere" | "log_arrives" | "part_arrives" | "proven" | "log_missing" | "log_unread" | "not_scanned" | "event_unknown" | "no_event_named" | "query_not_kept") | (string & {});
                                total: number;
                            }[];
                            read: {
                                value: ("whole" | "part" | "none") | (string & {});
                                total: number;
                            }[];
                        };
                        page: number;
                        page_size: number;
                    };
                    "text/csv": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listScans: {
        parameters: {
            query?: {
                status?: ("pending" | "running" | "completed" | "completed_with_errors" | "failed" | "cancelled") | (string & {});
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest scans; total counts all that match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        cloud_account_id: string;
                        scans: components["schemas"]["Scan"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createScan: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, new for each request, such as a UUID. For 24 hours, the same request sent again with the same key gets the first answer, and nothing is done twice. A request that failed may be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    regions?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The scan waits for a worker. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @constant */
                        status: "pending";
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scan"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listScanCells: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every service in every region that the scan reads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        scan_id: string;
                        cells: components["schemas"]["ScanCell"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getScanResults: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResults"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scan, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scan"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    followScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until the scan has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                owner?: "user" | "team";
                tag?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["Account"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your own, new for each request, such as a UUID. For 24 hours, the same request sent again with the same key gets the first answer, and nothing is done twice. A request that failed may be sent again with the same key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @constant */
                    provider: "aws";
                    external_account_id: string;
                    regions?: string[] | null;
                    schedule?: string | null;
                    role_arn?: string | null;
                    own_credentials?: boolean;
                    tags?: string[];
                    actor_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    moveAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account_ids?: string[];
                    /** @constant */
                    all?: true;
                } & (unknown | unknown);
            };
        };
        responses: {
            /** @description What was moved, and what was not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountMove"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    regions?: string[] | null;
                    schedule?: string | null;
                    role_arn?: string | null;
                    own_credentials?: boolean;
                    tags?: string[];
                    actor_ids?: string[];
                };
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        status: ("pending_connection" | "connected" | "broken") | (string & {});
                        detail: string;
                        missing_actions: string[];
                        warnings: string[];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default TriplineScanner */
                    role_name?: string;
                };
            };
        };
        responses: {
            /** @description The organization, and what was added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["Organization"];
                        /** @description accounts that were added here */
                        added: number;
                        /** @description active accounts that the tier has no place for */
                        not_added: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Yours and your team’s. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizations: components["schemas"]["Organization"][];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization, and a page of its accounts by unit and name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organization: components["schemas"]["Organization"];
                        accounts: components["schemas"]["OrganizationAccount"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is forgotten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both forms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        role_name: string;
                        /** @description what the role of each account demands */
                        external_id: string;
                        /** @description a template with a StackSet; null while the service does not know its own principal */
                        cloudformation: {
                            [key: string]: unknown;
                        } | null;
                        /** @description the same as a Terraform file; its name ends in .tf.json */
                        terraform: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganizationCoverage: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums, techniques and accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationCoverage"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    scanOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scans wait for workers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scan_ids: string[];
                        started: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are posted to. Redirects are not followed.
                     */
                    url: string;
                    events: (("coverage.changed" | "scan.finished") | (string & {}))[];
                    /** @default  */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The webhook with its secret, which is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        url: string;
                        description: string;
                        events: (("coverage.changed" | "scan.finished") | (string & {}))[];
                        /** @description false: told of nothing. A receiver that answers with 410 is switched off. */
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description until when the secret before the one in use signs too; null where there is none
                         */
                        previous_until: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC with milliseconds and Z
                         */
                        created_at: string;
                        /** @description for your side to check the signatures with, by Standard Webhooks */
                        secret: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are posted to. Redirects are not followed.
                     */
                    url?: string;
                    events?: (("coverage.changed" | "scan.finished") | (string & {}))[];
                    description?: string;
                    /** @description One that is switched off is told of nothing, and what waits for it has failed. */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret, which is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        url: string;
                        description: string;
                        events: (("coverage.changed" | "scan.finished") | (string & {}))[];
                        /** @description false: told of nothing. A receiver that answers with 410 is switched off. */
                        active: boolean;
                        /**
                         * Format: date-time
                         * @description until when the secret before the one in use signs too; null where there is none
                         */
                        previous_until: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC with milliseconds and Z
                         */
                        created_at: string;
                        /** @description for your side to check the signatures with, by Standard Webhooks */
                        secret: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The type of the example; without it, the first that the webhook is told of. */
                    event?: ("coverage.changed" | "scan.finished") | (string & {});
                };
            };
        };
        responses: {
            /** @description It is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                state?: ("pending" | "delivered" | "failed") | (string & {});
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        total: number;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description When the key ends: an ISO 8601 date and time with a zone, at most 10 years ahead. Without it, never. */
                    expires_at?: string | null;
                    /** @description What the key may be used for. Without it, everything that keys may. */
                    scopes?: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                    /** @description Addresses and CIDR networks, IPv4 and IPv6, that the key may be used from. Without it, anywhere. */
                    allowed_ips?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The key; it is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        prefix: string;
                        name: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC with milliseconds and Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC with milliseconds and Z
                         */
                        expires_at: string | null;
                        scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                        /** @description Null: from anywhere. */
                        allowed_ips: string[] | null;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prefix: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old key stays good beside the new one. Without it, the old one ends at once.
                     * @default 0
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description The new key; it is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        prefix: string;
                        name: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC with milliseconds and Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 UTC with milliseconds and Z
                         */
                        expires_at: string | null;
                        scopes: (("generate" | "convert" | "rules:read" | "rules:write" | "coverage:read" | "coverage:write" | "scans:run") | (string & {}))[];
                        /** @description Null: from anywhere. */
                        allowed_ips: string[] | null;
                        replaces: {
                            prefix: string;
                            /**
                             * Format: date-time
                             * @description When the old key ends; null when it has ended.
                             */
                            ends_at: string | null;
                        };
                    };
                };
            };
            /** @description What was wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
