-- Secret keys made before client tokens existed may make them too, as new ones may.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'tokens:write')
WHERE "kind" = 'sk' AND NOT 'tokens:write' = ANY ("scopes");
