"""The sentences of L1 to L5 and of the format: an id, our words, and below them, indented, what keeps it."""

from __future__ import annotations

TEXT = """
L1.1 A capability comes as a CLI: the pack has a command of its own name, which starts.
    L1-no-cli-face L1-not-executable
L1.2 Every command answers structured data: JSON that a program gives is handed on as JSON.
    L1-structured-output tests/runtime/test_runtime_gate.py::test_both_faces_answer_alike
L1.3 Scripts and agents share that one face.
    L1-prompt-in-code tests/runtime/test_runtime_gate.py::test_both_faces_answer_alike
    tests/runtime/test_runtime_argv.py::test_the_command_line_makes_the_same_argv
L1.4 MCP is an optional export from a pack: it comes beside the CLI, never alone.
    L1-other-way-in
L1.5 MCP is never the install path: no server is declared, and no verb starts one.
    N-mcp-install L1-mcp-server
L2.1 The command line and the envelope are one command under one Policy, Binding and Adapter.
    tests/runtime/test_runtime_gate.py::test_both_faces_answer_alike
    tests/runtime/test_runtime_python.py::test_both_faces_write_to_one_store
L2.2 verb_key is the command's name, a plain one.
    L2-verb-name L2-reserved-verb
L2.3 One name means one command: none is given twice, and none looks like another.
    L2-duplicate-verb L2-look-alike-verbs F-look-alike-file F-colliding-files
L2.4 pack_id is one name in both files.
    L2-pack-id L2-pack-id-differs
L2.5 No second ontology stands behind the names: a verb means itself, and nothing maps it to another.
    N-verb-ontology
L2.6 An argument is one thing on both faces: a plain name, its own option, nothing of the face's own.
    F-argument-name L2-colliding-arguments L2-reserved-argument L2-positional-order
L2.7 What is declared is what the program gets, and the other way round.
    L2-undeclared-argument L2-unused-argument L2-flag-argument
L2.8 The Skill names declared commands alone, in shell code and in envelopes.
    L2-unknown-command L10-stale-table
L2.9 What is there to be copied works: each example parses against the verb's args.
    L2-example-args
L2.10 Fixtures name declared verbs, with args that these accept.
    L2-fixture-verb L2-fixture-args
L2.11 The proof expects declared verbs, and each as it is declared.
    L12-proof-disagrees
L2.12 The wrapper has no commands of its own: it is the released one, for every pack.
    L11-runtime-modified
L2.13 The code behind the verbs is the declared verbs.
    L2-adapter-verbs L2-adapter-syntax
L2.14 No Invoker gets a code path of its own.
    L11-invoker-file tests/runtime/test_runtime_gate.py::test_both_faces_answer_alike
L2.15 In a catalog a name is one pack's, and a verb of it no other's.
    L2-duplicate-pack-id L2-look-alike-pack-ids L2-clashing-verbs
L3.1 A pack declares a closed set of commands, 5 to 12.
    L3-too-few L3-too-many
L3.2 Never a whole binary: a wrap names commands, or says that it is a pass-through.
    L3-wrap-without-commands L3-catch-all
L3.3 Never behind an allow-list of subcommands, whatever it is called.
    L3-allowed-subcommands L3-subcommand-argument
L3.4 Never a catch-all by its name.
    L3-catch-all
L3.5 Never a catch-all by its shape: no free argv, no option of the caller's choosing, no program to run.
    L3-free-argv L3-free-argv-in-code L3-dash-ok
L3.6 No shell and no interpreter is handed what a caller says.
    L3-interpreter L3-shell-in-code L3-code-from-data
    tests/runtime/test_runtime_argv.py::test_text_arrives_as_one_element
L3.7 A pass-through is a bootstrap step: no verbs beside it, and a pack conforms only once it is promoted.
    L3-pass-through L3-pass-through-with-verbs
    tests/runtime/test_runtime_person.py::test_pass_through_is_for_a_person_with_confirm
    tests/runtime/test_runtime_person.py::test_pass_through_is_refused_to_everyone_else
L3.8 Nothing is looked up on PATH: absolute files, in system places, of the program's own name.
    N-path-lookup N-private-path N-other-program L3-program-lookup
    tests/runtime/test_runtime_adapter.py::test_the_program_is_never_looked_up
L3.9 Each named command says how it runs.
    L3-no-exec L3-exec-without-wrap L3-no-adapter L6-builtin
L3.10 Values stay values: none is taken for an option.
    L3-dash-ok tests/runtime/test_runtime_argv.py::test_option_like_values_are_refused
    tests/runtime/test_runtime_argv.py::test_option_like_items_are_named
L3.11 Nothing of a pack runs unasked, and nothing is downloaded to be run.
    L3-runs-unasked
L4.1 A pack names a Binding mode, one that it declares.
    L4-default-not-in-modes F-wrong-value
    tests/runtime/test_runtime_gate.py::test_undeclared_binding_modes_are_refused
L4.2 The hub mints the credential: it comes as no argument, and no code fetches it by itself.
    L4-secret-argument L4-own-login L4-hands-out-secret
    tests/runtime/test_runtime_hub.py::test_a_minted_secret_gets_to_the_child_and_nowhere_else
L4.3 Exec fails closed when the mint fails: there is something that can fail.
    L4-unproven-login L4-failure-answered tests/runtime/test_runtime_hub.py::test_a_mint_that_fails
    tests/runtime/test_runtime_hub.py::test_a_probe_that_fails_stops_the_call
L4.4 No silent fallback to a token of the environment.
    L4-environment-token L4-secret-setting tests/runtime/test_runtime_adapter.py::test_the_environment_is_ours
L4.5 Mock mode is explicit in the envelope, never an environment flag, and no default.
    L4-mock-default L4-mock-by-environment L4-mock-in-code L4-mock-in-script
    tests/runtime/test_runtime_gate.py::test_a_variable_cannot_choose_the_binding
L4.6 Packs hold no secret: no token in any text, no key file, no .env, none in a command line or a variable.
    L4-secret-in-pack L4-secret-file L4-secret-in-argv L4-secret-in-env
L4.7 A pack chooses no program or code by a variable.
    L4-unsafe-variable
    tests/runtime/test_runtime_hardening.py::test_variables_that_make_programs_run_other_things_are_not_set
L4.8 A mode is portable.
    prose
L4.9 What is minted stays in the call that it is minted for; no verb answers with it or leaves it lying about.
    L4-secret-answered L4-secret-handed-on
L5.1 There are three lands: personal, brain and local.
    L5-unknown-land F-missing-key
L5.2 A brain verb needs a project of the session's.
    tests/runtime/test_runtime_gate.py::test_brain_needs_a_project
L5.3 A local verb stays in the session's workspace.
    L5-undeclared-path
    tests/runtime/test_runtime_workspace.py::test_paths_that_leave
    tests/runtime/test_runtime_workspace.py::test_the_sessions_workspace_is_the_bound
L5.4 Tenant, user, role, project and Principal are no arguments, at any depth.
    L5-identity-argument
L5.5 They are no fixed words of a command line, and no variables that a pack sets.
    L5-fixed-identity N-tenant-in-pack
L5.6 The pack's code takes them from the session alone.
    L5-identity-in-code tests/runtime/test_runtime_session.py::test_the_environment_names_no_principal
L5.7 An argument may pick an account inside the Binding's scope, and never makes the caller another.
    L5-impersonation tests/runtime/test_runtime_python.py::test_a_function_is_called_with_args_and_ctx
F.1 The JSON files are strict JSON that every reader takes alike.
    F-not-json F-duplicate-key F-nan F-big-number F-lone-surrogate F-bom F-not-utf8 F-too-deep
F.2 surface.json and policy.json have the published shape: keys, types and values.
    F-missing-policy F-missing-key F-unknown-key F-wrong-type F-wrong-value
F.3 args are a closed object in the small part of JSON Schema that is read.
    F-args F-args-contradict tests/runtime/test_runtime_args.py::test_schemas_outside_the_closed_part
F.4 A pack is a folder of regular files: no link out, nothing that hangs, and one file for one name.
    F-not-regular F-link-outside F-link F-colliding-files F-look-alike-file
F.5 Nothing in a pack leads a reader elsewhere: no schema of the network's, no link up and away.
    F-schema-elsewhere F-link-in-text F-args N-path-outside
F.6 What was not looked at is said, and never called clean.
    F-not-checked F-too-large F-too-many-files F-unreadable F-code-not-read
F.7 What a pack says about its own checking is not heard.
    F-own-schema F-config-ignored
F.8 bin/, the runtime and proof.py are the released ones.
    L11-runtime-modified L12-unknown-proof
F.9 exec.argv is data: each element of a known form, naming a declared argument; no shell, ever.
    F-wrong-value F-missing-key L2-undeclared-argument
    tests/runtime/test_runtime_argv.py::test_every_kind_of_element
F.10 exec.output is json, jsonl, text or base64; past the limit the answer is an error.
    F-wrong-value tests/runtime/test_runtime_output.py::test_a_flood_is_cut_while_it_runs
    tests/runtime/test_runtime_output.py::test_what_is_no_answer
F.11 doctor alone is built in; health verbs report.
    L6-builtin tests/runtime/test_runtime_hub.py::test_doctor_reports_and_never_mints
F.12 settings and secrets are names, and their values never stand in a pack.
    L4-secret-setting L4-secret-in-env F-wrong-value
    tests/runtime/test_runtime_adapter.py::test_declared_settings_come_from_the_users_configuration_alone
F.13 connect is no verb: a person runs it on a terminal.
    L2-reserved-verb L6-connect-row tests/runtime/test_runtime_person.py::test_connect_is_no_verb
    tests/runtime/test_runtime_person.py::test_connect_takes_no_for_an_answer
F.14 Fixtures are cases: args and data.
    L2-fixture-args tests/runtime/test_runtime_gate.py::test_no_fixture_names_those_there_are
F.15 Tables and examples stand between markers, and are drawn.
    L10-markers L10-no-markers L10-stale-table
F.16 A decision to leave a finding out stands outside the pack, has a reason, and ends.
    F-unused-suppression F-expired-suppression F-config-ignored
"""
