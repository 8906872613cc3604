{{ config(materialized='incremental', incremental_strategy='append') }}
select * from {{ source('raw', 'orders') }}
{% if is_incremental() %} where ordered_at > (select max(ordered_at) from {{ this }}) {% endif %}
