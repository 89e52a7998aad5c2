package main

// text is the help of a command in addition to its summary.
type text struct {
	long    string // more about the command, which may be empty
	example string
}

// texts are the texts of commands by path. A test checks that every command has an example and that
// the examples are valid.
var texts = map[string]text{
	"croupier": {
		"Croupier is a backend-for-frontend for online casino sites. It runs between your player site and your " +
			"casino platform.\n\nExit status: 0 for success, 1 if a check failed or the server stopped with an " +
			"error, 2 for wrong usage.",
		"croupier serve --config croupier.yaml",
	},
	"croupier serve": {
		"Start the server. SIGTERM and Ctrl+C stop it after its requests in flight. A second signal stops it " +
			"immediately. Croupier applies most changes of the configuration within a second and without a restart.",
		"croupier serve --config /etc/croupier/croupier.yaml",
	},
	"croupier mock": {
		"Start the mock platform as a separate server, with its control API under /__mock/. Use it to develop " +
			"against Croupier or to try failures. With --record, forward all calls to a real platform instead and " +
			"record the responses.",
		"croupier mock --listen 127.0.0.1:8090\ncroupier mock --replay recording",
	},
	"croupier check": {
		"Validate the configuration as a start would, and report every error and warning with file and line. If a " +
			"brand has errors, the check leaves out its warnings. The check also opens the files, directories and " +
			"addresses of the configuration, and connects to Redis. Run it as the user that runs the server.",
		"croupier check --config croupier.yaml --strict\ncroupier check --config croupier.yaml --upstream --brand " +
			"marmara",
	},
	"croupier brand": {
		"Create brands, and use the studio of the running server: export and import a brand, compare, preview and " +
			"publish its draft. The staff console changes the same draft.",
		"croupier brand diff marmara --config croupier.yaml",
	},
	"croupier brand new": {
		"Create a brand as a copy of another brand: theme, menus, features and limits. Croupier generates " +
			"placeholder logos and marks the licence and legal texts as [to be written].",
		"croupier brand new kordon --host kordon.example --site-id 112 --config croupier.yaml",
	},
	"croupier brand export": {
		"Write the files of a brand with its published changes to a new directory. Put them into your repository, or " +
			"change them and import them. If no server runs, the command writes the files without published changes " +
			"and reports it.",
		"croupier brand export marmara --to marmara --config croupier.yaml",
	},
	"croupier brand import": {
		"Compare a directory with the files of a brand and make the differences its draft. The command refuses " +
			"differences that the studio cannot change, such as hosts or limits, and a draft with changes of others.",
		"croupier brand import marmara marmara --config croupier.yaml",
	},
	"croupier brand diff": {
		"Print the changes from the published brand to the draft, field by field, with the person who made them.",
		"croupier brand diff marmara --config croupier.yaml",
	},
	"croupier brand preview": {
		"Print a link that shows the draft in one browser for an hour. Calls, payments and sessions still use the " +
			"published settings.",
		"croupier brand preview marmara --config croupier.yaml",
	},
	"croupier brand publish": {
		"Validate the draft and publish it on every instance. If studio.publish is two_people, the command proposes " +
			"the publication, and another person approves it in the staff console.",
		"croupier brand publish marmara --at 2h --note \"summer campaign\" --config croupier.yaml",
	},
	"croupier brand revert": {
		"Publish an earlier version of a brand again. The history is in the staff console. The draft keeps its " +
			"changes.",
		"croupier brand revert marmara 0 --config croupier.yaml",
	},
	"croupier brand discard": {"", "croupier brand discard marmara --config croupier.yaml"},
	"croupier keys": {
		"Manage the key ring, which encrypts player sessions. All instances use the same key ring.",
		"croupier keys list --keys-file keys.json",
	},
	"croupier keys new": {
		"Create a key ring with an index key and a first session key. Back up the file: without the index key, " +
			"Croupier cannot find stored limits, exclusions and blocks.",
		"croupier keys new --keys-file /etc/croupier/keys.json",
	},
	"croupier keys list": {"", "croupier keys list --data-dir /var/lib/croupier"},
	"croupier keys rotate": {
		"Add a key that encrypts new sessions. Older keys still decrypt sessions, so players stay logged in. The " +
			"index key does not change. Running servers load the changed file.",
		"croupier keys rotate --keys-file /etc/croupier/keys.json",
	},
	"croupier maintenance": {
		"Start and end maintenance of brands. The command uses the running server, or the data directory if the " +
			"server is stopped.",
		"croupier maintenance status --config croupier.yaml",
	},
	"croupier maintenance on": {
		"Start maintenance of a brand or some of its parts. It has no end time. To set one, run croupier " +
			"maintenance schedule --until 2h.",
		"croupier maintenance on --brand marmara --parts deposits,withdrawals --why database",
	},
	"croupier maintenance off": {
		"End maintenance that croupier maintenance on or the staff console has started. It also ends detected " +
			"maintenance, until Croupier detects it again. Scheduled windows are not affected.",
		"croupier maintenance off --brand marmara",
	},
	"croupier maintenance schedule": {
		"Schedule a maintenance window. At least one of --from and --until is required.",
		"croupier maintenance schedule --all --from 2h --until 90m --why upgrade",
	},
	"croupier maintenance extend": {"", "croupier maintenance extend 3f9a --until 30m"},
	"croupier maintenance end":    {"", "croupier maintenance end 3f9a"},
	"croupier maintenance status": {
		"Print the state of brands and their maintenance windows. Without --brand, the command prints all brands.",
		"croupier maintenance status --brand marmara",
	},
	"croupier maintenance link":   {"", "croupier maintenance link --brand marmara"},
	"croupier maintenance links":  {"", "croupier maintenance links --brand marmara"},
	"croupier maintenance revoke": {"", "croupier maintenance revoke 3f9a --brand marmara"},
	"croupier staff": {
		"Manage the accounts of the staff console. The command uses the running server, or the data directory if " +
			"the server is stopped.",
		"croupier staff list --config croupier.yaml",
	},
	"croupier staff add": {
		"Create an account with a password. Croupier prints a generated password unless you provide a file.",
		"croupier staff add ayse --role admin --totp",
	},
	"croupier staff list":    {"", "croupier staff list"},
	"croupier staff disable": {"", "croupier staff disable ayse"},
	"croupier staff enable":  {"", "croupier staff enable ayse"},
	"croupier staff invite": {
		"Create an account and print a link to set its password. The link works one time and expires after 24 hours.",
		"croupier staff invite veli --role viewer,marmara=support",
	},
	"croupier staff reset": {
		"Reset a password: sign the account out everywhere and print a link to set a new one. With --authenticator, " +
			"remove the authenticator instead. The password then remains valid.",
		"croupier staff reset ayse\ncroupier staff reset ayse --authenticator",
	},
	"croupier staff break-glass": {
		"Let an account log in with its password while local_accounts is break_glass. Croupier logs a warning for " +
			"each login.",
		"croupier staff break-glass ayse\ncroupier staff break-glass ayse --off",
	},
	"croupier staff token": {"", "croupier staff token list"},
	"croupier staff token new": {
		"Create a machine account for scripts and print its token, which Croupier does not show again.",
		"croupier staff token new cms --scope cache:purge --brand marmara --expires 90d --address 10.0.0.0/8",
	},
	"croupier staff token list":   {"", "croupier staff token list"},
	"croupier staff token revoke": {"", "croupier staff token revoke cms"},
	"croupier staff remove-demo":  {"", "croupier staff remove-demo --config croupier.yaml"},
	"croupier cache":              {"", "croupier cache purge --brand marmara"},
	"croupier cache purge":        {"", "croupier cache purge --brand marmara --call casino"},
	"croupier cache explain":      {"", "croupier cache explain --brand marmara casino/games_list '{\"limit\":48}'"},
	"croupier audit":              {"", "croupier audit verify --config croupier.yaml"},
	"croupier audit verify": {
		"Verify the hashes of the audit log, and name changed, missing and forged entries. The command uses the " +
			"running server, or the store if the server is stopped. With a file, it verifies a complete download of " +
			"/staff/v1/audit.jsonl instead.",
		"croupier audit verify --config croupier.yaml\ncroupier audit verify audit.jsonl --from 2026-01-01T00:00:00Z",
	},
	"croupier mapping": {"", "croupier mapping try casino/games_list --config croupier.yaml"},
	"croupier mapping try": {
		"Send one call to the platform of a brand with the settings of the server. Print the request, the response " +
			"of the platform and the mapped response, without secrets.",
		"croupier mapping try finance/check_balance --config croupier.yaml --login ada",
	},
	"croupier contract":        {"", "croupier contract export --out contract"},
	"croupier contract export": {"", "croupier contract export --out contract"},
	"croupier contract verify": {
		"Send every call to a platform and report contract violations. Without --writes, Croupier sends only reads. " +
			"With --config, it uses the settings of a brand.",
		"croupier contract verify --upstream https://platform.example/endpoint/v1\ncroupier contract verify " +
			"--config croupier.yaml --brand marmara --suggest",
	},
	"croupier backup": {
		"Write a backup of the store to FILE, or to the standard output if FILE is -. The server can keep running. " +
			"The backup does not contain the key ring unless you add --with-keys.",
		"croupier backup --config croupier.yaml backup.zip",
	},
	"croupier restore": {
		"Restore the store of a stopped server from FILE. All sessions end. If the old store or exclusions_copy is " +
			"readable, Croupier also applies later changes of limits, breaks and self-exclusions.",
		"croupier restore --config croupier.yaml backup.zip",
	},
	"croupier store": {"", "croupier store migrate --to redis --config croupier.yaml"},
	"croupier store migrate": {
		"Move all records of a stopped server to Redis, or from Redis to the data directory. You can interrupt and " +
			"repeat the command.",
		"croupier store migrate --to redis --config croupier.yaml",
	},
	"croupier health": {
		"Check the health of the local server. The command finds its address in the data directory. It exits with " +
			"status 1 if the server is not healthy.",
		"croupier health --data-dir /var/lib/croupier --ready --wait 30s",
	},
	"croupier version": {"", "croupier version"},
}

// flagTexts are the help texts of flags that are too long for a struct tag, by type and field.
var flagTexts = map[string]string{
	"backupCmd.WithKeys": "" +
		"Include the key ring. Protect this backup like the key ring. Anyone who has it can read and forge sessions.",
	"brandNewCmd.Dir": "" +
		"Directory in which Croupier creates the brand. Default: the brands directory, where a running server uses " +
		"it immediately. Use another directory to prepare a brand, and move it when it is ready.",
	"brandNewCmd.From":     "Brand to copy the theme, menus, features and limits from. Default: the first brand.",
	"brandNewCmd.Upstream": "Upstream from the server file. Default: the upstream of the copied brand.",
	"checkCmd.Schema":      "Only print the JSON Schema of a kind of file: server, brand, content or mapping.",
	"checkCmd.Upstream": "" +
		"Also call the platform of each brand. Report contract violations, origins that the brand does not allow, " +
		"and heavy pictures.",
	"configFlag.Config":     "Server file. Default: the built-in demo. Required if this binary has no demo.",
	"contractExportCmd.Out": "Output directory. Croupier creates it if it is missing.",
	"contractVerifyCmd.Config": "" +
		"Server file. Croupier calls the platform of a brand with its settings and sends only reads.",
	"contractVerifyCmd.Overrides": "" +
		"File with accepted deviations, in the form of contract_overrides of the server file.",
	"contractVerifyCmd.Upstream": "" +
		"URL of the endpoint of the platform, or the base URL of a REST API. Excludes --config.",
	"healthCmd.DataDir": "Data directory of the server. Default: croupier in $XDG_STATE_HOME or ~/.local/state.",
	"healthCmd.Listen":  "Address to check if the data directory names no running server. Default: 127.0.0.1:8080.",
	"healthCmd.Ready":   "Check whether the server accepts traffic (/readyz) instead of whether it runs (/healthz).",
	"keysFile.DataDir":  "Data directory of the server. Default: croupier in $XDG_STATE_HOME or ~/.local/state.",
	"keysFile.KeysFile": "File of the key ring. Default: keys.json in the data directory.",
	"keysRotateCmd.In": "" +
		"Delay before the new key encrypts sessions. Use it if servers have separate copies of the file.",
	"keysRotateCmd.Keep": "How long an old key still decrypts sessions. Use at least the longest session lifetime.",
	"loginFlags.PasswordFile": "" +
		"File with the password of the player, or - for standard input. Default: $CROUPIER_PLATFORM_PASSWORD, or a " +
		"prompt.",
	"maintenanceScheduleCmd.From": "" +
		"Start: a time such as 2026-03-01T03:00:00+03:00, or a duration from now such as 2h. Default: now.",
	"mockCmd.Record": "" +
		"Forward every call to a real platform and record the responses. The mock masks secrets and personal data.",
	"mockCmd.Replay": "Directory of a recording to replay. The mock answers all other calls itself.",
	"mockCmd.Site":   "Player site that payment pages link back to, for all brands or for one. Repeatable.",
	"newAccountFlags.Role": "" +
		"Role: viewer, support, editor, support+editor or admin. For roles by brand, use viewer,marmara=support.",
	"noticeFlags.Bypass": "Address range that bypasses the maintenance, for example 203.0.113.0/24. Repeatable.",
	"partFlags.Parts": "" +
		"Only these parts, separated by commas: deposits, withdrawals, slots, live, sport, virtual, registration, " +
		"login.",
	"serveCmd.AdminListen": "Address of the admin listener with metrics and profiles. Overrides the server file.",
	"serveCmd.DevSite":     "Serve the player site from a running Vite server instead of the built-in files.",
	"serveCmd.DiscardStore": "" +
		"Start without the records of the data directory if they are damaged, in another store or need another key " +
		"ring. Croupier renames their file.",
	"staffAddCmd.PasswordFile": "" +
		"File with the password, or - for standard input. Default: Croupier generates and prints a password.",
	"storeMigrateCmd.To": "Target: redis moves the records to redis.url, embedded moves them to the data directory.",
}
